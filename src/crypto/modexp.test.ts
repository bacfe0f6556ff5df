import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../primitives/bytes.ts'
import { toBigInt } from '../primitives/integers.ts'
import { modularPower } from './modexp.ts'

const whole = (...head: number[]) => ({ head: Uint8Array.from(head), zeroBytes: 0 })

/** Bit by bit from the lowest bit; the implementation starts with the highest. */
function naivePower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let power = 1n % modulus
  for (let square = base % modulus, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) power = (power * square) % modulus
    square = (square * square) % modulus
  }
  return power
}

describe('modularPower', () => {
  it('agrees with the definition for small exponents', () => {
    const operand = fc.bigInt({ min: 0n, max: 2n ** 80n })
    fc.assert(
      fc.property(operand, fc.nat(255), fc.bigInt({ min: 1n, max: 2n ** 80n }), (base, exponent, modulus) => {
        expect(modularPower(base, whole(exponent), modulus)).toBe(base ** BigInt(exponent) % modulus)
      }),
    )
  })

  it.each([8, 25, 26, 27, 64, 256, 1024])('agrees with a naive loop for moduli of %d bits', (bits) => {
    const operand = fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) })
    fc.assert(
      fc.property(operand, fc.uint8Array({ maxLength: 40 }), operand, (base, head, modulus) => {
        const expected = naivePower(base, toBigInt(head), modulus + 1n)
        expect(modularPower(base, { head, zeroBytes: 0 }, modulus + 1n)).toBe(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('agrees with a naive loop for moduli with many factors of two', () => {
    const parts = fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.nat(255))
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 512n }),
        fc.uint8Array({ minLength: 5, maxLength: 40 }),
        fc.nat(9),
        parts,
        (base, head, zeroBytes, [odd, twos]) => {
          const modulus = (2n * odd + 1n) << BigInt(twos)
          const expected = naivePower(base, toBigInt(head) << BigInt(8 * zeroBytes), modulus)
          expect(modularPower(base, { head, zeroBytes }, modulus)).toBe(expected)
        },
      ),
      { numRuns: 200 },
    )
  })

  it.each([5, 8, 9, 12, 63, 64, 65])('computes exactly at the limits of %d bytes', (length) => {
    const top = 2n ** BigInt(8 * length)
    const head = new Uint8Array(9).fill(0xff)
    for (const modulus of [top - 1n, top - 2n, top - 59n, top / 2n, top / 2n + 1n, top / 256n + 1n]) {
      for (const base of [modulus - 1n, modulus - 2n, 2n, modulus / 2n]) {
        expect(modularPower(base, { head, zeroBytes: 3 }, modulus)).toBe(
          naivePower(base, toBigInt(head) << 24n, modulus),
        )
      }
    }
  })

  it('accepts exponents that are longer than their memory', () => {
    const head = Uint8Array.from({ length: 40_000 }, (_, index) => (7 * index + 1) & 0xff)
    const modulus = 0xffff_ffff_ffff_ffc5n
    expect(modularPower(3n, { head, zeroBytes: 2_000 }, modulus)).toBe(
      naivePower(3n, toBigInt(head) << 16_000n, modulus),
    )
  })

  it('computes exactly with the maximum operands of the double arithmetic', () => {
    for (let modulus = 2n ** 26n - 200n; modulus <= 2n ** 26n + 3n; modulus++) {
      const exponent = 0xfedcba9876543210n
      const head = Uint8Array.of(0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10)
      const base = modulus - 2n
      expect(modularPower(base, { head, zeroBytes: 0 }, modulus)).toBe(naivePower(base, exponent, modulus))
    }
  })

  it('agrees with a naive loop where long exponents are reduced, even for bases that share factors', () => {
    const modulus = fc.oneof(
      fc.bigInt({ min: 2n, max: 2n ** 32n }),
      fc.nat(32).map((power) => 2n ** BigInt(power)),
      fc
        .tuple(fc.nat(7), fc.nat(5), fc.nat(4))
        .map(([a, b, c]) => 2n ** BigInt(a) * 3n ** BigInt(b) * 7n ** BigInt(c)),
    )
    const head = fc.uint8Array({ minLength: 1, maxLength: 120 })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 40n }),
        head,
        fc.nat(120),
        modulus,
        (base, bytes, zeroBytes, m) => {
          const exponent = toBigInt(bytes) << BigInt(8 * zeroBytes)
          expect(modularPower(base, { head: bytes, zeroBytes }, m)).toBe(naivePower(base, exponent, m))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('treats implied zero bytes at the end like sent ones', () => {
    const modulus = fc.bigInt({ min: 1n, max: 2n ** 40n })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n }),
        fc.uint8Array({ maxLength: 6 }),
        fc.nat(20),
        modulus,
        (base, head, zeroBytes, m) => {
          const written = concatBytes(head, new Uint8Array(zeroBytes))
          const expected = modularPower(base, { head: written, zeroBytes: 0 }, m)
          expect(modularPower(base, { head, zeroBytes }, m)).toBe(expected)
        },
      ),
    )
  })

  it('returns 1 for a zero exponent of any length at once', () => {
    expect(modularPower(0n, { head: new Uint8Array(3), zeroBytes: 2 ** 31 }, 7n)).toBe(1n)
    expect(modularPower(5n, { head: new Uint8Array(0), zeroBytes: 2 ** 31 }, 1n)).toBe(0n)
  })
})
