import { describe, expect, it } from 'vitest'
import { minimumDifficulty, nextDifficulty } from './difficulty.ts'
import { devnet, mainnet, regtest, testnet } from './networks/definitions.ts'

const parent = 10n ** 18n
const block = (number: number, uncleCount = 0) => ({ number, uncleCount })

describe('the minimum difficulty', () => {
  it('is the network’s, and testnet’s grows with RSKIP290', () => {
    expect(minimumDifficulty(mainnet, 1)).toBe(7n * 10n ** 15n)
    expect(minimumDifficulty(mainnet, 4_598_500)).toBe(7n * 10n ** 15n)
    expect(minimumDifficulty(testnet, 2_581_799)).toBe(131_072n)
    expect(minimumDifficulty(testnet, 2_581_800)).toBe(550_000_000n)
    expect(minimumDifficulty(devnet, 5)).toBe(131_072n)
    expect(minimumDifficulty(regtest, 5)).toBe(1n)
  })
})

describe('the difficulty of a block', () => {
  it.each([
    ['sooner than aimed at: a fiftieth more', 13, parent + parent / 50n],
    ['exactly as aimed at: the same', 14, parent],
    ['later than aimed at: a fiftieth less', 15, parent - parent / 50n],
    ['at the parent’s time: a fiftieth more', 0, parent + parent / 50n],
    ['before the parent’s time: the same', -1, parent],
    ['just within ten minutes: a fiftieth less', 599, parent - parent / 50n],
    ['after ten minutes: the minimum', 600, 7n * 10n ** 15n],
  ])('under the first rules, %s', (_name, elapsed, expected) => {
    expect(nextDifficulty(mainnet, block(100), elapsed, parent)).toBe(expected)
  })

  it('does not fall to the minimum after ten minutes from RSKIP97 on', () => {
    expect(nextDifficulty(mainnet, block(728_999), 600, parent)).toBe(7n * 10n ** 15n)
    expect(nextDifficulty(mainnet, block(729_000), 600, parent)).toBe(parent - parent / 50n)
  })

  it('still falls to the minimum on testnet later', () => {
    expect(nextDifficulty(testnet, block(3_000_000), 600, parent)).toBe(550_000_000n)
  })

  it('moves by 1/400 from RSKIP156 on, but by 1/2048 on the local chain', () => {
    expect(nextDifficulty(mainnet, block(2_392_699), 1, parent)).toBe(parent + parent / 50n)
    expect(nextDifficulty(mainnet, block(2_392_700), 1, parent)).toBe(parent + parent / 400n)
    expect(nextDifficulty(regtest, block(5), 1, parent)).toBe(parent + parent / 2048n)
  })

  it('gives blocks with uncles more time', () => {
    expect(nextDifficulty(mainnet, block(100, 2), 41, parent)).toBe(parent + parent / 50n)
    expect(nextDifficulty(mainnet, block(100, 2), 42, parent)).toBe(parent)
    expect(nextDifficulty(mainnet, block(100, 2), 43, parent)).toBe(parent - parent / 50n)
  })

  it('does not fall below the minimum, which applies only when it changes', () => {
    const low = 7n * 10n ** 15n + 1n
    expect(nextDifficulty(mainnet, block(100), 15, low)).toBe(7n * 10n ** 15n)
    expect(nextDifficulty(mainnet, block(100), 14, 5n)).toBe(5n)
    expect(nextDifficulty(mainnet, block(100), -1, 5n)).toBe(5n)
  })

  it('of the local chain stays 1', () => {
    for (const elapsed of [-5, 0, 9, 10, 11, 599]) {
      expect(nextDifficulty(regtest, block(7), elapsed, 1n)).toBe(1n)
    }
  })

  it('of testnet block 3 is that of the real block', () => {
    expect(nextDifficulty(testnet, block(3, 10), 1, 0x20000n)).toBe(0x20a3dn)
  })
})
