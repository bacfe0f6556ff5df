import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Reader, Store } from '../../store/store.ts'
import { takeSerial } from '../storage/blockRecords.ts'
import { deleteCanonical, putCanonical } from '../storage/canonicalHashes.ts'
import { participantBlocks } from './participantBlocks.ts'
import { indexParticipants, putParticipants, unindexParticipants } from './participants.ts'

const account = (id: number) => asAddress(new Uint8Array(20).fill(id + 1))

/** A chain of blocks that have participants only. */
class Line {
  readonly store: Store = memoryStore()
  readonly blocks: (readonly number[])[] = []
  #made = 0

  add(participants: readonly number[]): void {
    const number = this.blocks.length
    const hash = asHash(new Uint8Array(32))
    new DataView(hash.buffer).setUint32(0, ++this.#made)
    this.store.write((batch) => {
      putParticipants(
        batch,
        takeSerial(batch, hash),
        new Set(participants.map((id) => addressKey(account(id)))),
      )
      putCanonical(batch, number, hash)
      indexParticipants(batch, number)
    })
    this.blocks.push(participants)
  }

  removeLast(): void {
    const number = this.blocks.length - 1
    this.store.write((batch) => {
      unindexParticipants(batch, number)
      deleteCanonical(batch, number)
    })
    this.blocks.pop()
  }

  find(lists: readonly (readonly number[])[], fromBlock: number, toBlock: number): number[] {
    const participants = lists.map((list) => list.map(account))
    return [...participantBlocks(this.store, { fromBlock, toBlock, participants }, this.blocks.length - 1)]
  }

  /** The expected answer, from a search through all blocks. */
  search(lists: readonly (readonly number[])[], fromBlock: number, toBlock: number): number[] {
    return [...this.blocks.keys()].filter((number) => {
      const participants = this.blocks[number]!
      const isMatch = lists.every((list) => list.length === 0 || list.some((id) => participants.includes(id)))
      return number >= fromBlock && number <= toBlock && isMatch
    })
  }
}

/** The same reader, and the records that it returns. */
function counted(store: Reader): { readonly reader: Reader; readonly work: { records: number } } {
  const work = { records: 0 }
  const reader: Reader = {
    get(table, key) {
      work.records++
      return store.get(table, key)
    },
    has: (table, key) => store.has(table, key),
    *range(table, range) {
      for (const entry of store.range(table, range)) {
        work.records++
        yield entry
      }
    },
  }
  return { reader, work }
}

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 4 })
const runs = fc.array(
  fc.record({
    participants: ids,
    length: fc.integer({ min: 1, max: 150 }),
    removed: fc.integer({ min: 0, max: 120 }),
  }),
  { minLength: 1, maxLength: 8 },
)

describe('blocks by participants', () => {
  it('are those that a search through all blocks finds, after any blocks joined and left the chain', () => {
    const bound = fc.integer({ min: 0, max: 900 })
    fc.assert(
      fc.property(runs, ids, ids, bound, bound, (stretches, from, to, low, high) => {
        const line = new Line()
        for (const { participants, length, removed } of stretches) {
          for (let i = 0; i < length; i++) line.add(i % 3 === 0 ? participants : participants.slice(1))
          for (let i = 0; i < removed && line.blocks.length > 1; i++) line.removeLast()
        }
        expect(line.find([from, to], low, high)).toEqual(line.search([from, to], low, high))
      }),
      { numRuns: 60 },
    )
  })

  it('leave no entries in the index when all have left', () => {
    const line = new Line()
    for (let i = 0; i < 600; i++) line.add([i % 5])
    expect([...line.store.range('logIndex')].length).toBe(10)
    while (line.blocks.length > 0) line.removeLast()
    expect([...line.store.range('logIndex')]).toEqual([])
  })

  it('are found at the end and at the beginning of a history with as many records, however long it is', () => {
    const line = new Line()
    const ends = ({ blocks: { length } }: Line) =>
      [length - 64, 0].map((fromBlock) => {
        const { reader, work } = counted(line.store)
        const query = { fromBlock, toBlock: fromBlock + 63, participants: [[account(0)]] }
        expect([...participantBlocks(reader, query, length - 1)]).toHaveLength(64)
        return work
      })
    const grow = (count: number): void => {
      for (let i = 0; i < count; i++) line.add([0, i % 7])
    }
    grow(700)
    const before = ends(line)
    grow(10 * 256)
    expect(ends(line)).toEqual(before)
    expect(before[0]!.records).toBeLessThan(200)
    expect(before[1]!.records).toBeLessThan(10)
  })

  it('are all blocks for the parties of the REMASC transaction', () => {
    const line = new Line()
    for (let i = 0; i < 5; i++) line.add([])
    const query = { fromBlock: 1, toBlock: 3, participants: [[remascAddress]] }
    expect([...participantBlocks(line.store, query, 4)]).toEqual([1, 2, 3])
  })
})
