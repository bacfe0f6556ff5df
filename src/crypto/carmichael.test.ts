import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carmichael } from './carmichael.ts'

/** The least exponent that takes every unit to 1, found by trying all exponents. */
function byTrying(modulus: number): number {
  const numbers = Array.from({ length: modulus }, (_, index) => index)
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  const units = numbers.filter((number) => divisor(number, modulus) === 1)
  let powers = units
  for (let exponent = 1; ; exponent++) {
    if (powers.every((power) => power === 1 % modulus)) return exponent
    powers = powers.map((power, index) => (power * units[index]!) % modulus)
  }
}

describe('Carmichael’s function', () => {
  it('is the minimum exponent that takes every unit to 1', () => {
    for (let modulus = 1; modulus <= 300; modulus++)
      expect([modulus, carmichael(modulus)]).toEqual([modulus, byTrying(modulus)])
  })

  it.each([
    [2 ** 32, 2 ** 30],
    [2 ** 31, 2 ** 29],
    [4_294_967_291, 4_294_967_290],
    [65_521 ** 2, 65_521 * 65_520],
    [65_521 * 65_519, (65_520 * 65_518) / 2],
    [3 ** 20, 2 * 3 ** 19],
    [561, 80],
  ])('of %i is %i', (modulus, expected) => {
    expect(carmichael(modulus)).toBe(expected)
  })

  it('takes units to 1 for large moduli too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2 ** 32 }), fc.nat(), (modulus, base) => {
        const m = BigInt(modulus)
        const isUnit = (a: bigint, b: bigint): boolean => (b === 0n ? a === 1n : isUnit(b, a % b))
        fc.pre(isUnit(m, BigInt(base)))
        let power = 1n
        for (const bit of carmichael(modulus).toString(2)) {
          power = (power * power) % m
          if (bit === '1') power = (power * BigInt(base)) % m
        }
        expect(power).toBe(1n)
      }),
      { numRuns: 300 },
    )
  })
})
