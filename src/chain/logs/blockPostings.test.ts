import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Log } from '../../evm/log.ts'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { BlockPostings } from './blockPostings.ts'

const logOf = (mark: number): Log => ({
  address: asAddress(new Uint8Array(20).fill(mark)),
  topics: [asHash(new Uint8Array(32).fill(mark >> 1))],
  data: new Uint8Array(0),
})
const receiptOf = (marks: readonly number[]): Receipt => ({
  cumulativeGasUsed: 0,
  logsBloom: new Uint8Array(256),
  gasUsed: 0,
  success: true,
  logs: marks.map(logOf),
})

const blocks = fc.uniqueArray(
  fc.record({ number: fc.nat(700), marks: fc.array(fc.nat(5), { maxLength: 4 }), isRemoved: fc.boolean() }),
  { selector: ({ number }) => number, maxLength: 40 },
)

it('postponed postings are those that blocks write one by one', () => {
  fc.assert(
    fc.property(blocks, (changes) => {
      const [together, oneByOne] = [memoryStore(), memoryStore()]
      for (const { number, marks, isRemoved } of changes) {
        for (const isAdded of isRemoved ? [true, false] : [true]) {
          const postings = new BlockPostings(number, [receiptOf(marks)], isAdded)
          together.write((batch) => expect(postings.postpone(batch)).toBe(true))
          oneByOne.write((batch) => postings.makeIn(batch))
        }
      }
      expect([...together.range('logIndex')]).toEqual([...oneByOne.range('logIndex')])
    }),
    { numRuns: 50 },
  )
})
