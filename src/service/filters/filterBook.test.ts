import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { latestBlock } from '../../rpc/params/block.ts'
import { type Filter, placesOf } from './filter.ts'
import { FilterBook } from './filterBook.ts'
import { blockFilter } from './filterStore.cases.ts'
import { MemoryFilters } from './memoryFilters.ts'

const filter = blockFilter(0)

/** A filter for the logs of a number of contracts. */
const logFilter = (addresses: number): Filter => ({
  kind: 'logs',
  cursor: { number: 0, hash: asHash(new Uint8Array(32)) },
  criterion: {
    blockHash: undefined,
    fromBlock: latestBlock,
    toBlock: latestBlock,
    addresses: Array.from({ length: addresses }, () => asAddress(new Uint8Array(20))),
    topics: [],
  },
})

function openBook(placesPerClient = 2, places = 3) {
  const clock = { ms: 0 }
  const store = new MemoryFilters({ now: () => clock.ms, lifetimeMs: 1_000 })
  return { clock, book: new FilterBook({ store, random: randomBytes, placesPerClient, places }) }
}

describe('the book of filters', () => {
  it('gives random ids and shows filters to their own clients only', async () => {
    const { book } = openBook()
    const id = await book.add({ client: 'alice', filter })
    expect(id).toMatch(/^0x[1-9a-f][0-9a-f]{24,31}$/)
    expect(book.get('alice', id)).toMatchObject({ filter })
    expect(book.get('bob', id)).toBeUndefined()
    expect(book.remove('bob', id)).toBe(false)
    expect(book.remove('alice', id)).toBe(true)
    expect(book.remove('alice', id)).toBe(false)
  })

  it('drops filters that are not polled, and keeps polled ones', async () => {
    const { book, clock } = openBook(3)
    const idle = await book.add({ client: 'alice', filter })
    const polled = await book.add({ client: 'alice', filter })
    const moved = await book.add({ client: 'alice', filter })
    clock.ms = 900
    const owned = { client: 'alice', filter }
    book.advance(polled, owned, owned)
    book.advance(moved, owned, { client: 'alice', filter: blockFilter(7) })
    clock.ms = 1000
    expect(book.get('alice', idle)).toBeUndefined()
    expect(book.get('alice', polled)).toMatchObject({ filter })
    expect(book.get('alice', moved)).toMatchObject({ filter: blockFilter(7) })
    clock.ms = 1900
    expect(book.get('alice', polled)).toBeUndefined()
  })

  it('is bounded per client and in total, and accepts filters again after others are removed', async () => {
    const { book, clock } = openBook()
    const first = await book.add({ client: 'alice', filter })
    await book.add({ client: 'alice', filter })
    expect(() => book.add({ client: 'alice', filter })).toThrow('limit exceeded')
    await book.add({ client: 'bob', filter })
    expect(() => book.add({ client: 'carol', filter })).toThrow('limit exceeded')
    book.remove('alice', first)
    await book.add({ client: 'carol', filter })
    clock.ms = 1000
    expect(() => book.add({ client: 'alice', filter })).not.toThrow()
  })

  it('counts large filters like several small ones', async () => {
    expect([1, 63, 64, 1_000].map((addresses) => placesOf(logFilter(addresses)))).toEqual([1, 1, 2, 16])
    const { book } = openBook(3, 100)
    await book.add({ client: 'alice', filter: logFilter(127) })
    expect(() => book.add({ client: 'alice', filter: logFilter(64) })).toThrow('limit exceeded')
    await book.add({ client: 'alice', filter: logFilter(1) })
  })
})
