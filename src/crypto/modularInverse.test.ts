import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inverseByEuclid, modularInverse } from './modularInverse.ts'

const primes = {
  'secp256k1 field': 2n ** 256n - 2n ** 32n - 977n,
  'secp256k1 order': 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  'bn254 field': 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n,
  'a short prime': 65_537n,
}

describe.each(Object.entries(primes))('an inverse modulo the %s', (_name, prime) => {
  it('times its number is one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: prime - 1n }), (value) => {
        const inverse = modularInverse(value, prime)
        expect((inverse * value) % prime).toBe(1n)
        expect(inverse).toBeLessThan(prime)
        expect(inverseByEuclid(value, prime)).toBe(inverse)
      }),
      { numRuns: 1000 },
    )
  })

  it('exists for 1 and the prime less 1, and is 0 for 0', () => {
    expect(modularInverse(1n, prime)).toBe(1n)
    expect(modularInverse(prime - 1n, prime)).toBe(prime - 1n)
    expect(modularInverse(2n, prime)).toBe((prime + 1n) / 2n)
    expect(modularInverse(0n, prime)).toBe(0n)
    expect(inverseByEuclid(0n, prime)).toBe(0n)
  })
})
