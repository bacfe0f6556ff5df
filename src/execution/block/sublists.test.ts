import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerAt } from '../../native/nativeWorld.cases.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { regtestWithout } from '../executionWorld.cases.ts'
import { sublistGasLimits, sublistsOf } from './sublists.ts'

describe('the gas limits of the lists', () => {
  const limits = (blockLimit: number) => sublistGasLimits(blockLimit, { minimumSequentialGas: 6_800_000 })

  it('are equal shares when the sequential list gets its minimum', () => {
    expect(limits(20_400_000)).toEqual({ parallel: 6_800_000, sequential: 6_800_000 })
    expect(limits(30_000_001)).toEqual({ parallel: 10_000_000, sequential: 10_000_001 })
  })

  it('leave the gas above the minimum to the parallel lists', () => {
    expect(limits(10_000_000)).toEqual({ parallel: 1_600_000, sequential: 6_800_000 })
    expect(limits(10_000_001)).toEqual({ parallel: 1_600_000, sequential: 6_800_001 })
  })

  it('leave no gas to the parallel lists when the block has no more than the minimum', () => {
    expect(limits(6_800_000)).toEqual({ parallel: 0, sequential: 6_800_000 })
    expect(limits(3_000_000)).toEqual({ parallel: 0, sequential: 3_000_000 })
  })

  it('always add up to the limit of the block', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 40), fc.nat(2 ** 40), (blockLimit, minimumSequentialGas) => {
        const { parallel, sequential } = sublistGasLimits(blockLimit, { minimumSequentialGas })
        expect(2 * parallel + sequential).toBe(blockLimit)
        expect(sequential).toBeGreaterThanOrEqual(Math.min(blockLimit, minimumSequentialGas))
      }),
    )
  })
})

describe('the lists of a block', () => {
  const gasLimit = unsignedBytes(10_000_000)
  const lists = (edges: number[], network = regtest) =>
    sublistsOf(headerAt(21, { edges, gasLimit }, regtest), 9, network, rulesAt(network, 21))

  it('end at its edges', () => {
    expect(lists([2, 5])).toEqual({
      parallel: [
        { start: 0, end: 2, gasLimit: 1_600_000 },
        { start: 2, end: 5, gasLimit: 1_600_000 },
      ],
      sequential: { start: 5, end: 9, gasLimit: 6_800_000 },
    })
  })

  it('are one sequential list without edges', () => {
    expect(lists([])).toEqual({ parallel: [], sequential: { start: 0, end: 9, gasLimit: 6_800_000 } })
  })

  it('are one list with all the gas before RSKIP144', () => {
    const whole = { parallel: [], sequential: { start: 0, end: 9, gasLimit: 10_000_000 } }
    expect(lists([], regtestWithout('rskip144'))).toEqual(whole)
  })
})
