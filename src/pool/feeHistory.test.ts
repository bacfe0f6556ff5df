import { describe, expect, it } from 'vitest'
import { type FeeHistoryBlock, feeHistory } from './feeHistory.ts'

const block = (number: number, overrides: Partial<FeeHistoryBlock> = {}): FeeHistoryBlock => ({
  number,
  baseFee: 10n,
  gasUsed: 250,
  gasLimit: 1000,
  transactions: [],
  ...overrides,
})

describe('a fee history', () => {
  it('has the minimum gas price of each block, and the last one again for the next block', () => {
    const history = feeHistory([block(7), block(8, { baseFee: 11n })], [])
    expect(history).toMatchObject({
      oldestBlock: 7,
      baseFeePerGas: [10n, 11n, 11n],
      gasUsedRatio: [0.25, 0.25],
    })
    expect(history.reward).toEqual([[], []])
  })

  it('has the prices above the minimum, weighted by gas', () => {
    const transactions = [
      { gasPrice: 40n, gasUsed: 50 },
      { gasPrice: 10n, gasUsed: 100 },
      { gasPrice: 20n, gasUsed: 100 },
    ]
    const { reward } = feeHistory([block(7, { transactions })], [0, 40, 41, 80, 81, 100])
    expect(reward).toEqual([[0n, 0n, 10n, 10n, 30n, 30n]])
  })

  it('has no negative fee', () => {
    const transactions = [{ gasPrice: 3n, gasUsed: 100 }]
    expect(feeHistory([block(7, { transactions })], [50]).reward).toEqual([[0n]])
  })

  it('has zero fees for blocks without transactions', () => {
    expect(feeHistory([block(7, { gasLimit: 0 })], [10, 90])).toMatchObject({
      reward: [[0n, 0n]],
      gasUsedRatio: [0],
    })
  })

  it('needs at least one block', () => {
    expect(() => feeHistory([], [])).toThrow('needs a block')
  })
})
