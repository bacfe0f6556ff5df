import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOrDecodeError } from './decoding.cases.ts'
import { DecodeError } from './errors.ts'
import { fromHex, toHex, toHexDigits } from './hex.ts'

describe('hex', () => {
  it('writes what Buffer writes, for lengths around the switch to the native encoder', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(toHexDigits(bytes)).toBe(Buffer.from(bytes).toString('hex'))
      }),
    )
  })

  it('reads back what it writes, in either case, with and without prefix', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const digits = toHexDigits(bytes)
        for (const text of [toHex(bytes), digits, digits.toUpperCase(), `0X${digits}`]) {
          expect(fromHex(text)).toEqual(bytes)
        }
      }),
    )
  })

  it('reads long text as short text', () => {
    const long = '0123456789abcdefABCDEF'.repeat(100)
    const read = fromHex(`0x${long}`)
    expect(toHexDigits(read)).toBe(long.toLowerCase())
    expect(read.buffer.byteLength).toBe(read.length)
    // The low byte of ı is the digit 1.
    for (const wrong of ['zz', '0z', 'ı1', '1ı', 'é0']) {
      const at = 2 + long.length + (/^[0-9]/.test(wrong) ? 1 : 0)
      const problem = `has a character that is not a hex digit at position ${at}`
      expect(() => fromHex(`0x${long}${wrong}${long}`, 'data')).toThrow(new DecodeError('data', problem))
    }
  })

  it('writes views from their own offset', () => {
    const view = Uint8Array.from({ length: 64 }, (_, index) => index).subarray(16, 48)
    expect(toHexDigits(view)).toBe(Buffer.from(view).toString('hex'))
  })

  it('reads 0x and the empty string as empty bytes', () => {
    expect(fromHex('0x')).toEqual(new Uint8Array(0))
    expect(fromHex('')).toEqual(new Uint8Array(0))
    expect(toHex(new Uint8Array(0))).toBe('0x')
  })

  it.each([
    ['0x1', 'has an odd number of hex digits (1)'],
    ['abc', 'has an odd number of hex digits (3)'],
    ['0xzz', 'has a character that is not a hex digit at position 2'],
    ['0x0g', 'has a character that is not a hex digit at position 3'],
    ['0x00x0', 'has a character that is not a hex digit at position 4'],
    ['0xé0', 'has a character that is not a hex digit at position 2'],
    ['００', 'has a character that is not a hex digit at position 0'],
    [' 0x00 ', 'has a character that is not a hex digit at position 0'],
  ])('rejects %j with the reason', (text, problem) => {
    expect(() => fromHex(text, 'data')).toThrow(new DecodeError('data', problem))
  })

  it('gives bytes or a DecodeError for any text', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', 'x', 'X', 'f', 'F', 'g', '\0', '\u0130', '😀') })
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits), (text) => {
        valueOrDecodeError(() => fromHex(text))
      }),
      { numRuns: 500 },
    )
  })
})
