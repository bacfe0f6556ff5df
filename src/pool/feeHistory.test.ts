import { describe, expect, it } from 'vitest'
import { type FeeHistoryBlock, feeHistory } from './feeHistory.ts'

const block = (number: number, overrides: Partial<FeeHistoryBlock> = {}): FeeHistoryBlock => ({
  number,
  minimumGasPrice: 10n,
  gasUsed: 250,
  gasLimit: 1000,
  transactions: [],
  ...overrides,
})

describe('a fee history', () => {
  it('gives the minimum gas price of every block, and the last once more for the next', () => {
    const history = feeHistory([block(7), block(8, { minimumGasPrice: 11n })], [])
    expect(history).toMatchObject({
      oldestBlock: 7,
      baseFeePerGas: [10n, 11n, 11n],
      gasUsedRatio: [0.25, 0.25],
    })
    expect(history.reward).toEqual([[], []])
  })

  it('gives what transactions offered above the minimum, weighted by their gas', () => {
    const transactions = [
      { gasPrice: 40n, gasUsed: 50 },
      { gasPrice: 10n, gasUsed: 100 },
      { gasPrice: 20n, gasUsed: 100 },
    ]
    const { reward } = feeHistory([block(7, { transactions })], [0, 40, 41, 80, 81, 100])
    expect(reward).toEqual([[0n, 0n, 10n, 10n, 30n, 30n]])
  })

  it('never gives less than nothing', () => {
    const transactions = [{ gasPrice: 3n, gasUsed: 100 }]
    expect(feeHistory([block(7, { transactions })], [50]).reward).toEqual([[0n]])
  })

  it('gives nothing for blocks without transactions', () => {
    expect(feeHistory([block(7, { gasLimit: 0 })], [10, 90])).toMatchObject({
      reward: [[0n, 0n]],
      gasUsedRatio: [0],
    })
  })

  it('is of at least one block', () => {
    expect(() => feeHistory([], [])).toThrow('needs a block')
  })
})
