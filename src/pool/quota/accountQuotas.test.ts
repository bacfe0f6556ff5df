import { describe, expect, it } from 'vitest'
import {
  AccountQuotas,
  type QuotaClaim,
  type QuotaMoment,
  type VirtualGasFacts,
  virtualGas,
} from './accountQuotas.ts'

const account = (index: number): Uint8Array => new Uint8Array(20).fill(index)
const sender = account(1)
const full = 1_800_000

const claim = (virtualGas: number, pendingNonce = 5n, from = sender): QuotaClaim => ({
  sender: from,
  nonce: pendingNonce,
  pendingNonce,
  virtualGas,
})

/** Quotas refill by 900 a second. */
const atSecond = (seconds: number): QuotaMoment => ({ nowMs: 5000 + 1000 * seconds, blockGasLimit: 1000 })

describe('the quota of an account', () => {
  it('is full for an account that has sent before', () => {
    const quotas = new AccountQuotas()
    expect(quotas.affords(claim(full), atSecond(0))).toBe(true)
    expect(quotas.affords(claim(full + 1), atSecond(0))).toBe(false)
  })

  it('refills with time, but not above its limit', () => {
    const quotas = new AccountQuotas()
    quotas.spend(claim(full - 100), atSecond(0))
    expect(quotas.of(sender)).toEqual({ timestampMs: 5000, availableVirtualGas: 100 })
    expect(quotas.affords(claim(1001), atSecond(1))).toBe(false)
    expect(quotas.affords(claim(1000), atSecond(1))).toBe(true)
    expect(quotas.affords(claim(full), atSecond(1e6))).toBe(true)
    expect(quotas.affords(claim(full + 1), atSecond(1e6))).toBe(false)
  })

  it('is small for a new account, whose first transaction passes in any case', () => {
    const quotas = new AccountQuotas()
    expect(quotas.affords(claim(1e9, 0n), atSecond(0))).toBe(true)
    quotas.spend(claim(1e9, 0n), atSecond(0))
    expect(quotas.of(sender)?.availableVirtualGas).toBe(0)
    expect(quotas.affords(claim(1, 0n), atSecond(0))).toBe(false)
    expect(quotas.affords(claim(900, 1n), atSecond(1))).toBe(true)
  })

  it('is small for a new receiver', () => {
    const quotas = new AccountQuotas()
    quotas.welcome(sender, atSecond(0))
    expect(quotas.affords(claim(901, 0n), atSecond(0))).toBe(false)
    quotas.welcome(sender, atSecond(1))
    expect(quotas.of(sender)?.timestampMs).toBe(5000)
  })

  it('does not shrink when the clock is set back', () => {
    const quotas = new AccountQuotas()
    quotas.spend(claim(full - 100), atSecond(10))
    expect(quotas.affords(claim(100), atSecond(0))).toBe(true)
  })
})

describe('many quotas', () => {
  it('lose the least recently used', () => {
    const quotas = new AccountQuotas(2)
    for (const index of [1, 2, 1, 3]) quotas.spend(claim(10, 5n, account(index)), atSecond(0))
    expect([1, 2, 3].map((index) => quotas.of(account(index)) !== undefined)).toEqual([true, false, true])
  })

  it('lose the full ones each half hour', () => {
    const quotas = new AccountQuotas()
    quotas.spend(claim(10, 5n, account(1)), atSecond(0))
    quotas.spend(claim(10, 5n, account(2)), atSecond(1790))
    quotas.spend(claim(full, 5n, account(3)), atSecond(1799))
    expect(quotas.size).toBe(3)
    quotas.spend(claim(10, 5n, account(4)), atSecond(1800))
    expect([1, 2, 3, 4].map((index) => quotas.of(account(index)) !== undefined)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})

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
