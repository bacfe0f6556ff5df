import { describe, expect, it } from 'vitest'
import { bytes, coins, duration, plural, rate } from './quantities.ts'

describe('quantities as text', () => {
  it.each([
    [0n, '0 RBTC'],
    [1n, '0.000000000000000001 RBTC'],
    [1_500_000_000_000_000_000n, '1.5 RBTC'],
    [21_000_000n * 10n ** 18n, '21,000,000 RBTC'],
  ])('%s wei are %s', (wei, text) => expect(coins(wei)).toBe(text))

  it.each([
    [0.04, '0.0 s'],
    [9.94, '9.9 s'],
    [75, '75 s'],
    [600, '10 min'],
    [7500, '2 h 5 min'],
  ])('%s seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text))

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_500, '1.50 kB'],
    [64_000_000, '64.0 MB'],
    [2_000_000_000_000_000, '2,000 TB'],
  ])('%s bytes are %s', (count, text) => expect(bytes(count)).toBe(text))

  it('rates have fewer decimals the larger they are', () => {
    expect([1.234, 12.34, 123.4, 1234.5].map(rate)).toEqual(['1.23', '12.3', '123', '1,235'])
  })

  it('a count of one takes the singular', () => {
    expect([0, 1, 2000].map((count) => plural(count, 'block'))).toEqual([
      '0 blocks',
      '1 block',
      '2,000 blocks',
    ])
  })
})
