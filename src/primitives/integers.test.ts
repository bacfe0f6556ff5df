import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHexDigits } from './hex.ts'
import { signedBytes, toBigInt, toSafeNumber, toSignedBigInt, unsignedBytes, wordBytes } from './integers.ts'

const digits = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))

describe('two’s complement bytes', () => {
  it.each([
    [0n, '00'],
    [1n, '01'],
    [127n, '7f'],
    [128n, '0080'],
    [255n, '00ff'],
    [256n, '0100'],
    [10_000_000n, '00989680'],
    [9_990_235n, '0098705b'],
    [-1n, 'ff'],
    [-128n, '80'],
    [-129n, 'ff7f'],
    [-256n, 'ff00'],
  ])('of %i are %s, as BigInteger.toByteArray gives them', (value, expected) => {
    expect(toHexDigits(signedBytes(value))).toBe(expected)
    expect(toSignedBigInt(digits(expected))).toBe(value)
  })

  it('read back as the same number', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(toSignedBigInt(signedBytes(value))).toBe(value)
      }),
    )
  })

  it('are minimal: the first byte never only repeats the sign of the second', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        const [first, second] = signedBytes(value)
        if (second === undefined) return
        expect(first === (second >= 0x80 ? 0xff : 0x00)).toBe(false)
      }),
    )
  })

  it('are zero when empty', () => {
    expect(toSignedBigInt(new Uint8Array(0))).toBe(0n)
  })
})

describe('unsigned bytes', () => {
  it.each([
    [0n, ''],
    [1n, '01'],
    [255n, 'ff'],
    [256n, '0100'],
    [0xffffffffn, 'ffffffff'],
    [0x100000000n, '0100000000'],
    [2n ** 256n, `01${'00'.repeat(32)}`],
  ])('of %i are %s', (value, expected) => {
    expect(toHexDigits(unsignedBytes(value))).toBe(expected)
    expect(toBigInt(digits(expected))).toBe(value)
  })

  it('are the same for a number and a bigint', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(unsignedBytes(value)).toEqual(unsignedBytes(BigInt(value)))
      }),
    )
  })

  it('read back as the same number, with any leading zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.nat(9), (value, zeros) => {
        const bytes = unsignedBytes(value)
        expect(toBigInt(Uint8Array.of(...new Uint8Array(zeros), ...bytes))).toBe(value)
      }),
    )
  })

  it.each([-1, -1n, 0.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN])('do not exist for %s', (value) => {
    expect(() => unsignedBytes(value)).toThrow(RangeError)
  })
})

describe('safe numbers', () => {
  it('are read up to 2^53 - 1, with any number of leading zeros', () => {
    expect(toSafeNumber(digits('001fffffffffffff'))).toBe(Number.MAX_SAFE_INTEGER)
    expect(toSafeNumber(new Uint8Array(100))).toBe(0)
    expect(toSafeNumber(new Uint8Array(0))).toBe(0)
  })

  it.each(['20000000000000', '20000000000001', 'ffffffffffffff', '0100000000000000', 'ff'.repeat(40)])(
    'do not include %s',
    (text) => expect(toSafeNumber(digits(text))).toBeUndefined(),
  )
})

describe('words', () => {
  it('are 32 bytes modulo 2^256', () => {
    expect(toHexDigits(wordBytes(1n))).toBe(`${'00'.repeat(31)}01`)
    expect(toHexDigits(wordBytes(-1n))).toBe('ff'.repeat(32))
    expect(toHexDigits(wordBytes(2n ** 256n + 5n))).toBe(`${'00'.repeat(31)}05`)
  })
})

describe('conversions of every length', () => {
  it('agree with hex digits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const value = BigInt(`0x${toHexDigits(bytes)}`)
        expect(toBigInt(bytes)).toBe(value)
        expect(toHexDigits(wordBytes(value))).toBe(BigInt.asUintN(256, value).toString(16).padStart(64, '0'))
        expect(toHexDigits(wordBytes(-value))).toBe(
          BigInt.asUintN(256, -value).toString(16).padStart(64, '0'),
        )
        const minimal = value === 0n ? '' : value.toString(16)
        expect(toHexDigits(unsignedBytes(value))).toBe(
          minimal.padStart(minimal.length + (minimal.length % 2), '0'),
        )
        const signed = toHexDigits(signedBytes(value))
        expect(BigInt(`0x${signed}`)).toBe(value)
        expect(Number.parseInt(signed.slice(0, 2), 16)).toBeLessThan(0x80)
      }),
      { numRuns: 2000 },
    )
  })

  it('return memory of their own', () => {
    const first = [wordBytes(1n), unsignedBytes(2n ** 40n), signedBytes(2n ** 40n)]
    wordBytes(2n ** 255n)
    expect(first.map(toBigInt)).toEqual([1n, 2n ** 40n, 2n ** 40n])
    expect(first.map(({ buffer, length }) => buffer.byteLength === length)).toEqual([true, true, true])
  })
})
