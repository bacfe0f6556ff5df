import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { announcedVarintLength, readVarint, varintLength, writeVarint } from './varint.ts'

function written(value: number): Uint8Array {
  const bytes = new Uint8Array(varintLength(value))
  expect(writeVarint(bytes, 0, value)).toBe(bytes.length)
  return bytes
}

describe('a varint', () => {
  it.each([
    [0, '00'],
    [252, 'fc'],
    [253, 'fdfd00'],
    [0xffff, 'fdffff'],
    [0x10000, 'fe00000100'],
    [0xffffffff, 'feffffffff'],
    [0x100000000, 'ff0000000001000000'],
    [Number.MAX_SAFE_INTEGER, 'ffffffffffffff1f00'],
  ])('%d is written as %s', (value, digits) => {
    expect(toHexDigits(written(value))).toBe(digits)
  })

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        const bytes = written(value)
        expect(announcedVarintLength(bytes[0]!)).toBe(bytes.length)
        expect(readVarint(bytes, 0, bytes.length)).toBe(value)
      }),
    )
  })

  it('is rejected in a longer form than needed and beyond 2^53 - 1', () => {
    expect(readVarint(Uint8Array.of(0xfd, 0xfc, 0), 0, 3)).toBeUndefined()
    expect(readVarint(Uint8Array.of(0xfe, 0xff, 0xff, 0, 0), 0, 5)).toBeUndefined()
    expect(readVarint(new Uint8Array(9).fill(0xff), 0, 9)).toBeUndefined()
  })
})
