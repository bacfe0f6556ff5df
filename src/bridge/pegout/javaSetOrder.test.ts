import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTransaction } from '../../bitcoin/transactions/bitcoinTransaction.cases.ts'
import {
  decodeTransaction,
  encodeTransaction,
  transactionIdOf,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { UnconfirmedPegout } from '../cells/pegouts.ts'
import { inJavaSetOrder, javaHash } from './javaSetOrder.ts'

const anyPegout: fc.Arbitrary<UnconfirmedPegout> = fc
  .record({ transaction: anyTransaction, blockNumber: fc.nat(), hasHash: fc.boolean() })
  .map(({ transaction, blockNumber, hasHash }) => ({
    transaction: encodeTransaction(transaction),
    blockNumber,
    transactionHash: hasHash ? new Uint8Array(32) : undefined,
  }))

/** The bucket of an entry in a table. */
const bucket = (pegout: UnconfirmedPegout, capacity: number): number => {
  const hash = javaHash(pegout)
  return (hash ^ (hash >>> 16)) & (capacity - 1)
}

const isSorted = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || values[index - 1]! <= value)

describe('the order of a Java set', () => {
  it('is the order of the buckets, whose number grows with the entries', () => {
    const anyCount = fc.constantFrom(
      { stored: 3, added: 0, capacity: 16 },
      { stored: 11, added: 0, capacity: 16 },
      { stored: 12, added: 0, capacity: 32 },
      { stored: 23, added: 0, capacity: 32 },
      { stored: 24, added: 0, capacity: 64 },
      { stored: 11, added: 1, capacity: 16 },
      { stored: 11, added: 2, capacity: 32 },
    )
    fc.assert(
      fc.property(
        anyCount,
        fc.array(anyPegout, { minLength: 24, maxLength: 24 }),
        ({ stored, added, capacity }, pegouts) => {
          const first = pegouts.slice(0, stored)
          const later = pegouts.slice(stored, stored + added)
          const ordered = inJavaSetOrder(first, later)
          expect(new Set(ordered)).toEqual(new Set([...first, ...later]))
          expect(isSorted(ordered.map((pegout) => bucket(pegout, capacity)))).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('keeps the entries of one bucket in order of insertion, those without a hash first', () => {
    const [sample] = fc.sample(anyPegout, { numRuns: 1, seed: 3 })
    const entry = (transactionHash: Uint8Array | undefined): UnconfirmedPegout => ({
      ...sample!,
      transactionHash,
    })
    const [a, b, c] = [entry(undefined), entry(new Uint8Array(32)), entry(new Uint8Array(32).fill(1))]
    expect(inJavaSetOrder([a!, b!], [c!])).toEqual([a, b, c])
    expect(inJavaSetOrder([b!, a!], [c!])).toEqual([a, b, c])
  })

  it('depends on the end of the transaction id and the block number', () => {
    const [pegout] = fc.sample(anyPegout, { numRuns: 1, seed: 4 })
    const id = transactionIdOf(decodeTransaction(pegout!.transaction))
    const end = Buffer.from(id).readInt32BE(28)
    const expected = BigInt.asIntN(32, 31n * (31n + BigInt(end)) + 77n)
    expect(BigInt(javaHash({ ...pegout!, blockNumber: 77 }))).toBe(expected)
  })
})
