import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { anyHash } from '../transactions/bitcoinTransaction.cases.ts'
import { decodeSignature, decodeStrictSignature, encodeSignature, hasLowS, verifies } from './signature.ts'
import { signer } from './signer.cases.ts'

const anyScalar = fc.bigInt({ min: 1n, max: groupOrder - 1n })

describe('a signature', () => {
  it('decodes to what was encoded, by the strict and the lenient decoder', () => {
    fc.assert(
      fc.property(anyScalar, anyScalar, (r, s) => {
        const bytes = encodeSignature({ r, s })
        expect(decodeStrictSignature(bytes)).toEqual({ r, s })
        expect(decodeSignature(bytes.subarray(0, -1))).toEqual({ r, s })
        expect(decodeSignature(bytes)).toEqual({ r, s })
      }),
    )
  })

  it('verifies with its key and hash, even with the high s', () => {
    fc.assert(
      fc.property(anyHash, fc.string(), (hash, name) => {
        const { key, sign } = signer(name)
        const signature = sign(hash)
        expect(hasLowS(signature)).toBe(true)
        expect(verifies(signature, hash, key)).toBe(true)
        const mirrored = { ...signature, s: groupOrder - signature.s }
        expect(hasLowS(mirrored)).toBe(false)
        expect(verifies(mirrored, hash, key)).toBe(true)
        expect(verifies(signature, hash, signer(`${name}!`).key)).toBe(false)
      }),
      { numRuns: 20 },
    )
  })

  it('out of range does not verify', () => {
    const { key } = signer('a')
    for (const [r, s] of [
      [0n, 1n],
      [1n, 0n],
      [groupOrder, 1n],
      [1n, groupOrder],
    ] as const) {
      expect(verifies({ r, s }, new Uint8Array(32), key)).toBe(false)
    }
  })

  it.each([
    ['30060201050201077f', 'trailing bytes'],
    ['3f1006020105020107', 'a long tag'],
    ['308106020105020107', 'a long length'],
    ['30840000000602010502010700', 'a longer length'],
    ['3009020105020107020109', 'a third integer'],
    ['300b0201050201070403010203', 'an octet string after the integers'],
    ['300e020105020107300602010304010a', 'a sequence after the integers'],
    ['300b020105020107a003020101', 'a tagged value after the integers'],
  ])('may deviate from DER: %s, %s', (bytes) => {
    expect(decodeSignature(fromHex(bytes))).toEqual({ r: 5n, s: 7n })
  })

  it('may have empty and negative integers, which decode as unsigned', () => {
    expect(decodeSignature(fromHex('30050200020180'))).toEqual({ r: 0n, s: 0x80n })
  })

  it.each([
    ['', 'no bytes'],
    ['3003020105', 'one integer'],
    ['3006020105040107', 'an octet string for an integer'],
    ['3106020105020107', 'a set'],
    ['30070201050201', 'a missing end'],
    ['3080020105020107', 'no definite length'],
    ['308100', 'a length as long as the input'],
    ['308500000000060201050201070000', 'a length of five bytes'],
    ['300702020005020107', 'an unnecessary zero'],
    ['30070202ff80020107', 'an unnecessary sign byte'],
    ['3008020105020107ffff', 'a malformed element'],
    ['30080201050201070f00', 'an unknown element'],
  ])('is an error with %s (%s)', (bytes) => {
    expect(() => decodeSignature(fromHex(bytes))).toThrow(DecodeError)
  })

  it('decodes or fails with a DecodeError for any bytes', () => {
    const near = fc.uint8Array({ maxLength: 40 }).map((rest) => fromHex(`30${toHexDigits(rest)}`))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), near), (bytes) => {
        try {
          const { r, s } = decodeSignature(bytes)
          expect(r >= 0n && s >= 0n).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('has one strict form', () => {
    const bytes = encodeSignature({ r: 5n, s: 7n })
    expect(toHexDigits(bytes)).toBe('300602010502010701')
    const others = ['300602010502010702', '3007020105020107', '3006020105020107', '310602010502010701']
    for (const other of others) expect(decodeStrictSignature(fromHex(other))).toBeUndefined()
    expect(decodeStrictSignature(fromHex('30070202000502010701'))).toBeUndefined()
    expect(decodeStrictSignature(fromHex('300602018502010701'))).toBeUndefined()
  })
})
