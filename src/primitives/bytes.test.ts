import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asAddress,
  asciiBytes,
  asHash,
  compareBytes,
  concatBytes,
  emptyBytes,
  equalBytes,
  lastIndexOfBytes,
  leftPad,
  reversedBytes,
  stripLeadingZeros,
} from './bytes.ts'

const anyBytes = fc.uint8Array({ maxLength: 40 })

describe('branded bytes', () => {
  it('brands 32 bytes as a hash and 20 bytes as an address, without copying', () => {
    const hash = new Uint8Array(32)
    const address = new Uint8Array(20)
    expect(asHash(hash)).toBe(hash)
    expect(asAddress(address)).toBe(address)
  })

  it.each([0, 19, 20, 21, 31, 33])('does not brand %i bytes as a hash', (length) => {
    expect(() => asHash(new Uint8Array(length))).toThrow(RangeError)
  })

  it.each([0, 19, 21, 32])('does not brand %i bytes as an address', (length) => {
    expect(() => asAddress(new Uint8Array(length))).toThrow(RangeError)
  })
})

describe('joining and comparing', () => {
  it('joins parts as Buffer.concat does', () => {
    fc.assert(
      fc.property(fc.array(anyBytes), (parts) => {
        expect(concatBytes(...parts)).toEqual(new Uint8Array(Buffer.concat(parts)))
      }),
    )
  })

  it('orders as Buffer.compare does, a prefix before the bytes that start with it', () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(a, b))
        expect(equalBytes(a, b)).toBe(Buffer.compare(a, b) === 0)
      }),
    )
    expect(compareBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBeLessThan(0)
    expect(compareBytes(Uint8Array.of(0x80), Uint8Array.of(0x7f, 0xff))).toBeGreaterThan(0)
  })

  it('finds a single different byte', () => {
    expect(equalBytes(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 3))).toBe(true)
    expect(equalBytes(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 4))).toBe(false)
  })
})

describe('rearranging', () => {
  it('reverses into a copy', () => {
    const bytes = Uint8Array.of(1, 2, 3)
    expect(reversedBytes(bytes)).toEqual(Uint8Array.of(3, 2, 1))
    expect(bytes).toEqual(Uint8Array.of(1, 2, 3))
  })

  it('strips leading zeros only, and all bytes when all are zero', () => {
    expect(stripLeadingZeros(Uint8Array.of(0, 0, 5, 0))).toEqual(Uint8Array.of(5, 0))
    expect(stripLeadingZeros(Uint8Array.of(5, 0))).toEqual(Uint8Array.of(5, 0))
    expect(stripLeadingZeros(new Uint8Array(3))).toEqual(emptyBytes)
  })

  it('pads on the left and rejects bytes that do not fit', () => {
    expect(leftPad(Uint8Array.of(7), 3)).toEqual(Uint8Array.of(0, 0, 7))
    expect(leftPad(Uint8Array.of(7, 8), 2)).toEqual(Uint8Array.of(7, 8))
    expect(() => leftPad(Uint8Array.of(7, 8), 1)).toThrow(RangeError)
  })

  it('keeps seven bits of each character', () => {
    expect(asciiBytes('RSK')).toEqual(Uint8Array.of(0x52, 0x53, 0x4b))
  })
})

describe('searching', () => {
  it('finds the last occurrence as Buffer.lastIndexOf does', () => {
    const digits = fc.uint8Array({ maxLength: 30, max: 2 })
    fc.assert(
      fc.property(digits, fc.uint8Array({ minLength: 1, maxLength: 3, max: 2 }), (haystack, needle) => {
        expect(lastIndexOfBytes(haystack, needle)).toBe(Buffer.from(haystack).lastIndexOf(needle))
      }),
    )
  })

  it('finds overlapping occurrences, and returns -1 for shorter bytes', () => {
    expect(lastIndexOfBytes(Uint8Array.of(1, 1, 1), Uint8Array.of(1, 1))).toBe(1)
    expect(lastIndexOfBytes(Uint8Array.of(1), Uint8Array.of(1, 1))).toBe(-1)
  })
})
