import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import type { Filter } from './filter.ts'
import { FilterBook } from './filterBook.ts'
import { PendingTransactions } from './pendingTransactions.ts'

const filter: Filter = { kind: 'pending', cursor: 0 }

function openBook(maximumPerClient = 2, maximumFilters = 3) {
  const clock = { ms: 0 }
  const book = new FilterBook({
    now: () => clock.ms,
    random: randomBytes,
    lifetimeMs: 1000,
    maximumPerClient,
    maximumFilters,
  })
  return { clock, book }
}

describe('the book of filters', () => {
  test('gives ids that cannot be guessed and keeps filters to their clients', () => {
    const { book } = openBook()
    const id = book.add('alice', filter)
    expect(id).toMatch(/^0x[1-9a-f][0-9a-f]{24,31}$/)
    expect(book.get('alice', id)).toBe(filter)
    expect(book.get('bob', id)).toBeUndefined()
    expect(book.remove('bob', id)).toBe(false)
    expect(book.remove('alice', id)).toBe(true)
    expect(book.remove('alice', id)).toBe(false)
  })

  test('forgets filters that are not polled, but not those that are', () => {
    const { book, clock } = openBook()
    const idle = book.add('alice', filter)
    const polled = book.add('alice', filter)
    clock.ms = 900
    book.advance('alice', polled, { kind: 'pending', cursor: 7 })
    clock.ms = 1000
    expect(book.get('alice', idle)).toBeUndefined()
    expect(book.get('alice', polled)).toEqual({ kind: 'pending', cursor: 7 })
    clock.ms = 1900
    expect(book.get('alice', polled)).toBeUndefined()
  })

  test('is bounded per client and in total, and has room again when filters go', () => {
    const { book, clock } = openBook()
    const first = book.add('alice', filter)
    book.add('alice', filter)
    expect(() => book.add('alice', filter)).toThrow('limit exceeded')
    book.add('bob', filter)
    expect(() => book.add('carol', filter)).toThrow('limit exceeded')
    book.remove('alice', first)
    book.add('carol', filter)
    clock.ms = 1000
    expect(() => book.add('alice', filter)).not.toThrow()
  })
})

test('pending transactions are remembered up to a number', () => {
  const pending = new PendingTransactions(3)
  const hashes = [0, 1, 2, 3, 4].map((byte) => asHash(new Uint8Array(32).fill(byte)))
  for (const hash of hashes.slice(0, 2)) pending.add(hash)
  expect(pending.since(0)).toEqual(hashes.slice(0, 2))
  expect(pending.since(1)).toEqual(hashes.slice(1, 2))
  for (const hash of hashes.slice(2)) pending.add(hash)
  expect(pending.count).toBe(5)
  expect(pending.since(0)).toEqual(hashes.slice(2))
  expect(pending.since(5)).toEqual([])
})
