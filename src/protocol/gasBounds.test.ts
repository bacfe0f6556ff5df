import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gasLimitBounds, gasLimitToward, minimumGasLimit, minimumGasPriceBounds } from './gasBounds.ts'

const limits = fc.bigInt({ min: minimumGasLimit, max: 20_000_000n })

describe('the gas limit', () => {
  it('changes by at most a 1024th, rounded down at both ends', () => {
    expect(gasLimitBounds(10_000_000n)).toEqual({ lowest: 9_990_234n, highest: 10_009_765n })
    expect(gasLimitBounds(1024n)).toEqual({ lowest: 1023n, highest: 1025n })
    expect(gasLimitBounds(1023n)).toEqual({ lowest: 1022n, highest: 1023n })
  })

  it('moves toward the target as the reference node’s miner does', () => {
    expect(gasLimitToward(7_500_000n, 10_000_000n)).toBe(9_990_235n)
    expect(gasLimitToward(7_500_000n, 7_500_001n)).toBe(7_500_000n)
    expect(gasLimitToward(7_500_000n, 7_500_000n)).toBe(7_500_000n)
    expect(gasLimitToward(7_500_000n, 7_499_999n)).toBe(7_500_000n)
    expect(gasLimitToward(7_500_000n, 6_800_000n)).toBe(6_806_640n)
  })

  it('stays at the minimum when the target is lower', () => {
    expect(gasLimitToward(1n, 3_000_500n)).toBe(minimumGasLimit)
  })

  it('of a miner is within the bounds and nearer to the target', () => {
    fc.assert(
      fc.property(limits, limits, (target, parent) => {
        const chosen = gasLimitToward(target, parent)
        const { lowest, highest } = gasLimitBounds(parent)
        const distance = (limit: bigint): bigint => (limit > target ? limit - target : target - limit)
        expect(chosen >= lowest && chosen <= highest && chosen >= minimumGasLimit).toBe(true)
        expect(distance(chosen) < distance(parent) || chosen === target).toBe(true)
      }),
    )
  })
})

describe('the minimum gas price', () => {
  it.each([
    [0n, 0n, 1n],
    [1n, 0n, 2n],
    [2n, 1n, 3n],
    [199n, 198n, 200n],
    [200n, 198n, 202n],
    [183_000_000n, 181_170_000n, 184_830_000n],
  ])('after %i is between %i and %i', (parent, lowest, highest) => {
    expect(minimumGasPriceBounds(parent)).toEqual({ lowest, highest })
  })
})
