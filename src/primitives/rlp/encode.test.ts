import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../hex.ts'
import { arbitraryRlp } from './arbitraryRlp.cases.ts'
import { encodeRlp, encodeRlpList, type RlpValue } from './encode.ts'

/** The same value in the mutable arrays that @ethereumjs/rlp takes. */
const nested = (value: RlpValue): Parameters<typeof RLP.encode>[0] =>
  value instanceof Uint8Array ? value : value.map(nested)

describe('RLP', () => {
  it('is what @ethereumjs/rlp writes', () => {
    fc.assert(
      fc.property(arbitraryRlp, (value) => {
        expect(toHexDigits(encodeRlp(value))).toBe(toHexDigits(RLP.encode(nested(value))))
      }),
    )
  })

  it.each([0, 1, 54, 55, 56, 57, 255, 256, 257, 4092, 4093, 4094, 4096, 65_535, 65_536, 0xffffff, 0x1000000])(
    'measures strings and lists of %i bytes',
    (length) => {
      const bytes = new Uint8Array(length).fill(0x80)
      expect(Buffer.compare(encodeRlp(bytes), RLP.encode(bytes))).toBe(0)
      const items = Array.from({ length: Math.min(length, 5000) }, () => new Uint8Array(0))
      expect(toHexDigits(encodeRlp(items))).toBe(toHexDigits(RLP.encode(items)))
    },
  )

  it('writes the byte 00 as itself and only the empty string as 80', () => {
    expect(toHexDigits(encodeRlp(Uint8Array.of(0)))).toBe('00')
    expect(toHexDigits(encodeRlp(Uint8Array.of(0x7f)))).toBe('7f')
    expect(toHexDigits(encodeRlp(Uint8Array.of(0x80)))).toBe('8180')
    expect(toHexDigits(encodeRlp(new Uint8Array(0)))).toBe('80')
  })

  it('joins encoded items into their list', () => {
    fc.assert(
      fc.property(fc.array(arbitraryRlp), (items) => {
        expect(encodeRlpList(items.map(encodeRlp))).toEqual(encodeRlp(items))
      }),
    )
  })
})
