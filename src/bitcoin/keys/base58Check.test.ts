import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { decodeBase58Check, encodeBase58Check } from './base58Check.ts'

describe('Base58Check', () => {
  it.each([
    ['', '3QJmnh'],
    ['00', '1Wh4bh'],
    ['000000000000000000000000000000000000000000', '1111111111111111111114oLvT2'],
    ['0062e907b15cbf27d5425399ebf6f0fb50ebb88f18', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ])('writes the payload %s as %s', (payload, text) => {
    expect(encodeBase58Check(fromHex(payload))).toBe(text)
  })

  it('reads what it wrote, with leading zeros and long runs of ones', () => {
    const byte = fc.oneof(fc.constantFrom(0, 0xff), fc.integer({ min: 0, max: 0xff }))
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 90 }), (bytes) => {
        const payload = Uint8Array.from(bytes)
        expect(decodeBase58Check(encodeBase58Check(payload), 200)).toEqual(payload)
      }),
      { numRuns: 300 },
    )
  })

  it('does not decode text that is longer than its caller expects, nor other text', () => {
    const text = encodeBase58Check(new Uint8Array(21))
    expect(decodeBase58Check(text, text.length)).toEqual(new Uint8Array(21))
    expect(decodeBase58Check(text, text.length - 1)).toBeUndefined()
    for (const other of ['', '1', '0OIl', `${text}1`, `${text.slice(0, -1)}é`]) {
      expect(decodeBase58Check(other, 100)).toBeUndefined()
    }
  })
})
