import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOrDecodeError } from './decoding.cases.ts'
import { DecodeError } from './errors.ts'
import { bytesToQuantity, fixedData, fromQuantity, toQuantity } from './quantity.ts'

const largestWord = 2n ** 256n - 1n

describe('QUANTITY', () => {
  it.each([
    [0, '0x0'],
    [1, '0x1'],
    [1024n, '0x400'],
    [largestWord, `0x${'f'.repeat(64)}`],
  ])('%s is written %s', (value, text) => {
    expect(toQuantity(value)).toBe(text)
  })

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: largestWord }), (value) => {
        expect(fromQuantity(toQuantity(value))).toBe(value)
      }),
    )
  })

  it('may have leading zeros and upper-case digits when read', () => {
    expect(fromQuantity('0x00ff')).toBe(255n)
    expect(fromQuantity('0XFF')).toBe(255n)
  })

  it('drops leading zero bytes', () => {
    expect(bytesToQuantity(Uint8Array.of(0, 0, 1, 0))).toBe('0x100')
    expect(bytesToQuantity(new Uint8Array(0))).toBe('0x0')
  })

  it.each(['', '0x', '1', 'ff', '0xg', '-0x1', '0x1 ', ' 0x1', '0x1\n', '0x-1', '0x1.5'])(
    'is not %j',
    (text) => {
      expect(() => fromQuantity(text, 'value')).toThrow(
        new DecodeError('value', 'is not a hex number with 0x prefix'),
      )
    },
  )

  it('has at most 64 digits', () => {
    expect(fromQuantity(`0x${'f'.repeat(64)}`)).toBe(largestWord)
    expect(() => fromQuantity(`0x${'0'.repeat(65)}`, 'value')).toThrow(
      new DecodeError('value', 'has more than 64 hex digits'),
    )
  })

  it('of any text is a number or a DecodeError', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', 'x', 'f', 'g', '-', '.', '\n'), maxLength: 80 })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          digits,
          digits.map((text) => `0x${text}`),
        ),
        (text) => {
          valueOrDecodeError(() => fromQuantity(text))
          valueOrDecodeError(() => fixedData(text, 2))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is never negative', () => {
    expect(() => toQuantity(-1n)).toThrow(RangeError)
  })
})

describe('DATA of fixed length', () => {
  it('is taken when it has the length', () => {
    expect(fixedData('0x0102', 2)).toEqual(Uint8Array.of(1, 2))
  })

  it.each([
    ['0102', 'lacks the 0x prefix'],
    ['0x01', 'has 1 bytes instead of 2'],
    ['0x010203', 'has 3 bytes instead of 2'],
    ['0x010', 'has an odd number of hex digits (3)'],
  ])('refuses %s and says why', (text, problem) => {
    expect(() => fixedData(text, 2, 'nonce')).toThrow(new DecodeError('nonce', problem))
  })
})
