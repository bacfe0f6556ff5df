import { describe, expect, it } from 'vitest'
import { DecodeError } from './errors.ts'
import { bytesToQuantity, fixedData, toQuantity } from './quantity.ts'

const maximumWord = 2n ** 256n - 1n

describe('QUANTITY', () => {
  it.each([
    [0, '0x0'],
    [1, '0x1'],
    [1024n, '0x400'],
    [maximumWord, `0x${'f'.repeat(64)}`],
  ])('%s is written %s', (value, text) => {
    expect(toQuantity(value)).toBe(text)
  })

  it('drops leading zero bytes', () => {
    expect(bytesToQuantity(Uint8Array.of(0, 0, 1, 0))).toBe('0x100')
    expect(bytesToQuantity(new Uint8Array(0))).toBe('0x0')
  })

  it('is never negative', () => {
    expect(() => toQuantity(-1n)).toThrow(RangeError)
  })
})

describe('DATA of fixed length', () => {
  it('is read when it has the length', () => {
    expect(fixedData('0x0102', 2)).toEqual(Uint8Array.of(1, 2))
  })

  it.each([
    ['0102', 'lacks the 0x prefix'],
    ['0x01', 'has 1 bytes instead of 2'],
    ['0x010203', 'has 3 bytes instead of 2'],
    ['0x010', 'has an odd number of hex digits (3)'],
  ])('rejects %s with the reason', (text, problem) => {
    expect(() => fixedData(text, 2, 'nonce')).toThrow(new DecodeError('nonce', problem))
  })
})
