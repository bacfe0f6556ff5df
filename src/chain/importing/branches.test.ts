import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { weightOf } from '../../protocol/block.ts'
import { headerFields } from '../../protocol/headers/headerFields.cases.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import type { HeaderRecord } from '../storage/headerRecord.ts'
import { isBetter } from './branches.ts'

const header = (paidFees = 0n, firstByte = 0) => {
  const hash = asHash(new Uint8Array(32).fill(firstByte))
  return { ...headerFields(regtest, 1, { paidFees, difficulty: 5n }), hash }
}
const record = (totalDifficulty: bigint, paidFees = 0n, firstByte = 0): HeaderRecord => ({
  header: header(paidFees, firstByte),
  totalDifficulty,
  stateRoot: asHash(new Uint8Array(32)),
})

describe('the weight of a block', () => {
  it('includes the work of uncles', () => {
    expect(weightOf({ header: header(), transactions: [], uncles: [header(), header()] })).toBe(15n)
  })
})

describe('the best block', () => {
  it('is the one with more work, whatever its fees and hash', () => {
    expect(isBetter(record(11n, 0n, 2), record(10n, 9n, 1))).toBe(true)
    expect(isBetter(record(10n, 9n, 1), record(11n, 0n, 2))).toBe(false)
  })

  it.each([
    { fees: 21n, bestFees: 10n, hash: 2, wins: true, because: 'its fees are more than twice as high' },
    { fees: 20n, bestFees: 10n, hash: 2, wins: false, because: 'twice the fees are not enough' },
    { fees: 10n, bestFees: 10n, hash: 0, wins: true, because: 'its hash is lower' },
    {
      fees: 6n,
      bestFees: 10n,
      hash: 0,
      wins: true,
      because: 'its hash is lower and its fees more than half',
    },
    { fees: 5n, bestFees: 10n, hash: 0, wins: false, because: 'half the fees are too few for a lower hash' },
    { fees: 0n, bestFees: 0n, hash: 0, wins: false, because: 'without fees the first stays' },
    { fees: 10n, bestFees: 10n, hash: 1, wins: false, because: 'an equal hash is not lower' },
  ])('with equal work: $because', ({ fees, bestFees, hash, wins }) => {
    expect(isBetter(record(10n, fees, hash), record(10n, bestFees, 1))).toBe(wins)
  })
})
