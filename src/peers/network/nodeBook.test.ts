import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import type { Enode } from '../identity/enode.ts'
import { NodeBook } from './nodeBook.ts'

function node(number: number): Enode {
  const id = new Uint8Array(64)
  new DataView(id.buffer).setUint32(0, number)
  return { id, host: `10.0.${number >> 8}.${number & 0xff}`, port: 5050 }
}

const idOf = ({ id }: Enode): string => toHexDigits(id)
const notBusy = (): boolean => false
const middling = (): number => 0.5

describe('the node book', () => {
  it('lets a static node be called again after doubling pauses of up to half a minute', () => {
    const book = new NodeBook(middling)
    book.add(node(1), 'static')
    let now = 0
    const pauses = Array.from({ length: 8 }, () => {
      const start = now
      while (book.due('static', now, notBusy).length === 0) now += 500
      book.failed(idOf(node(1)), now)
      return now - start
    })
    expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('randomises the pauses, so that two nodes do not call each other at the same time', () => {
    const dueAt = (random: number): number => {
      const book = new NodeBook(() => random)
      book.add(node(1), 'static')
      book.failed(idOf(node(1)), 0)
      let now = 0
      while (book.due('static', now, notBusy).length === 0) now += 50
      return now
    }
    expect([0, 0.999].map(dueAt)).toEqual([750, 1_250])
  })

  it('forgets a found node after repeated failures, but never a static one', () => {
    const book = new NodeBook(middling)
    book.add(node(1), 'found')
    book.add(node(2), 'static')
    for (let failure = 0; failure < 7; failure++) for (const n of [1, 2]) book.failed(idOf(node(n)), 0)
    expect(book.due('found', 1e9, notBusy)).toEqual([])
    expect(book.due('static', 1e9, notBusy)).toEqual([node(2)])
  })

  it('resets the failures of a node that has worked', () => {
    const book = new NodeBook(middling)
    book.add(node(1), 'static')
    for (let failure = 0; failure < 5; failure++) book.failed(idOf(node(1)), 0)
    book.succeeded(idOf(node(1)))
    book.failed(idOf(node(1)), 0)
    expect(book.due('static', 999, notBusy)).toEqual([])
    expect(book.due('static', 1_000, notBusy)).toEqual([node(1)])
    expect(book.proven()).toEqual([node(1)])
  })

  it('returns nodes with the fewest failures first, and no busy node', () => {
    const book = new NodeBook(middling)
    for (const n of [1, 2, 3]) book.add(node(n), 'found')
    book.failed(idOf(node(1)), 0)
    const busy = (id: string): boolean => id === idOf(node(3))
    expect(book.due('found', 1e9, busy)).toEqual([node(2), node(1)])
  })

  it('does not replace a static node by a found one', () => {
    const book = new NodeBook(middling)
    book.add(node(1), 'static')
    book.add({ ...node(1), host: '6.6.6.6' }, 'found')
    expect(book.due('static', 0, notBusy)).toEqual([node(1)])
  })

  it('keeps the pause of a node that is found again, unless it has moved', () => {
    const book = new NodeBook(middling)
    book.add(node(1), 'found')
    book.failed(idOf(node(1)), 0)
    book.add(node(1), 'found')
    expect(book.due('found', 9_999, notBusy)).toEqual([])
    const moved = { ...node(1), port: 6060 }
    book.add(moved, 'found')
    expect(book.due('found', 0, notBusy)).toEqual([moved])
  })

  it('keeps the address of a node that works until it fails', () => {
    const book = new NodeBook(middling)
    const elsewhere = { ...node(1), port: 6060 }
    book.add(node(1), 'found')
    book.succeeded(idOf(node(1)))
    book.add(elsewhere, 'found')
    expect(book.due('found', 0, notBusy)).toEqual([node(1)])
    book.failed(idOf(node(1)), 0)
    book.add(elsewhere, 'found')
    expect(book.due('found', 0, notBusy)).toEqual([elsewhere])
  })

  it('bounds the number of found nodes and drops those with failures first', () => {
    const book = new NodeBook(middling)
    book.add(node(0), 'static')
    for (let n = 1; n < 3_000; n++) {
      book.add(node(n), 'found')
      if (n === 7) book.failed(idOf(node(7)), 0)
    }
    const found = book.due('found', 1e9, notBusy)
    expect(found.length).toBeLessThanOrEqual(1_024)
    expect(found).not.toContainEqual(node(7))
    expect(book.due('static', 0, notBusy)).toEqual([node(0)])
  })
})
