import { ripemd160 as noble } from '@noble/hashes/legacy.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { ripemd160 } from './ripemd160.ts'

describe('RIPEMD-160', () => {
  it.each([
    ['', '9c1185a5c5e9fc54612808977ee8f548b2258d31'],
    ['abc', '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'],
  ])('of %j is the published value', (text, expected) => {
    expect(toHexDigits(ripemd160(asciiBytes(text)))).toBe(expected)
  })

  it('is what noble computes, and later calls do not change it', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (inputs) => {
        expect(inputs.map(ripemd160)).toEqual(inputs.map((bytes) => noble(bytes)))
      }),
    )
  })
})
