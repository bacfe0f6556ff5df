import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { mergedMiningTag } from '../headers/hashes.ts'
import { coinbaseHash, coinbaseTail, compressCoinbase, hashedAwayBytes } from './compressedCoinbase.ts'

const coinbases = fc
  .tuple(fc.uint8Array({ maxLength: 300, size: 'max' }), fc.uint8Array({ maxLength: 150, size: 'max' }))
  .map(([before, after]) => concatBytes(before, mergedMiningTag, after))

describe('a compressed coinbase', () => {
  it('keeps the hash of the whole coinbase', () => {
    fc.assert(
      fc.property(coinbases, (coinbase) => {
        expect(coinbaseHash(compressCoinbase(coinbase)!)).toEqual(doubleSha256(coinbase))
      }),
    )
  })

  it('is cut before the 64-byte block of the last tag', () => {
    fc.assert(
      fc.property(coinbases, (coinbase) => {
        const compressed = compressCoinbase(coinbase)!
        const cut = Number(hashedAwayBytes(compressed))
        const tagAt = Buffer.from(coinbase).lastIndexOf(mergedMiningTag)
        expect(cut % 64).toBe(0)
        expect(tagAt - cut).toBeGreaterThanOrEqual(0)
        expect(tagAt - cut).toBeLessThan(64)
        expect(coinbaseTail(compressed)).toEqual(coinbase.subarray(cut))
      }),
    )
  })

  it('starts with the initial state when it is cut at its start', () => {
    const compressed = compressCoinbase(mergedMiningTag)!
    expect(toHexDigits(compressed)).toBe(
      `${'00'.repeat(8)}6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd1952534b424c4f434b3a`,
    )
  })

  it('is undefined without a tag', () => {
    expect(compressCoinbase(fromHex('00'.repeat(100)))).toBeUndefined()
  })

  it('has no tail when it is shorter than its count and state', () => {
    expect(coinbaseTail(new Uint8Array(39))).toBeUndefined()
    expect(coinbaseTail(new Uint8Array(40))).toHaveLength(0)
  })
})
