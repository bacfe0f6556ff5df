import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { emptyKeccak, emptyListHash, emptyTrieRoot, keccak256 } from './keccak256.ts'

describe('keccak-256', () => {
  it.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    ['cow', 'c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4'],
  ])('of %j is the published value', (text, expected) => {
    expect(toHexDigits(keccak256(asciiBytes(text)))).toBe(expected)
  })

  it('has the constants of Rootstock', () => {
    expect(toHexDigits(emptyKeccak)).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
    expect(toHexDigits(emptyTrieRoot)).toBe(
      '56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
    )
    expect(toHexDigits(emptyListHash)).toBe(
      '1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    )
  })

  it('is what noble computes, for every length over several blocks of the sponge', () => {
    for (let length = 0; length <= 4 * 136 + 1; length++) {
      const bytes = new Uint8Array(length).fill(length)
      expect(keccak256(bytes)).toEqual(keccak_256(bytes))
    }
  })

  it('is what noble computes, for inputs beyond the capacity of its memory and around its multiples', () => {
    for (const length of [
      16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 69_632, 131_072, 139_264, 300_001,
    ]) {
      const bytes = Uint8Array.from({ length }, (_, index) => index * 7)
      expect(keccak256(bytes)).toEqual(keccak_256(bytes))
    }
  })

  it('is what noble computes, for any bytes in any order of calls', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (inputs) => {
        expect(inputs.map(keccak256)).toEqual(inputs.map((bytes) => keccak_256(bytes)))
      }),
    )
  })
})
