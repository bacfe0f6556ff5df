import { describe, expect, it } from 'vitest'
import { type VirtualGasFacts, virtualGas } from './accountQuotas.ts'

/** 21000 gas, for which every factor is 1 except those for a new account, size and gas limit. */
const plain: VirtualGasFacts = {
  gasLimit: 21_000,
  gasPrice: 10n,
  size: 2500,
  nonce: 3n,
  pendingNonce: 3n,
  replacedGasPrice: undefined,
  blockGasLimit: 840_000,
  minimumGasPrice: 4n,
  averageGasPrice: undefined,
}
const base = 21_000 * 2 * 1.1 * 1.1

describe('the virtual gas of', () => {
  it.each<[string, Partial<VirtualGasFacts>, number]>([
    ['a plain transaction', {}, base],
    ['an account with nonce 0', { nonce: 0n, pendingNonce: 0n }, base * 2.5],
    ['another nonce than the pending one', { nonce: 2n }, base * 2],
    ['a replacement', { replacedGasPrice: 5n }, base * 1.5],
    ['a price at the minimum during competition', { gasPrice: 4n, averageGasPrice: 10n }, base * 4],
    ['a price between minimum and average', { gasPrice: 7n, averageGasPrice: 10n }, base * 2.5],
    ['a price at the average', { averageGasPrice: 10n }, base],
    ['a small transaction', { size: 0 }, base / 1.1],
    ['gas for the whole block', { gasLimit: 840_000 }, 840_000 * 2 * 1.1 * 5],
  ])('%s', (_, facts, expected) => {
    expect(virtualGas({ ...plain, ...facts })).toBeCloseTo(expected, 5)
  })
})
