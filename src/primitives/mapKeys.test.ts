import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressKey, wordKey } from './mapKeys.ts'

const changedAt = (length: number, at: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  bytes[at] = 0x80
  return bytes
}

describe('map keys', () => {
  it('depend on every byte of an address and of a word', () => {
    const addresses = Array.from({ length: 20 }, (_, at) => addressKey(changedAt(20, at)))
    const words = Array.from({ length: 32 }, (_, at) => wordKey(changedAt(32, at)))
    expect(new Set(addresses).size).toBe(20)
    expect(new Set(words).size).toBe(32)
  })

  it('contain the bytes of a word', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (word) => {
        const characters = [...Array(16).keys()].map((at) => wordKey(word).charCodeAt(at))
        expect(characters.flatMap((character) => [character >> 8, character & 0xff])).toEqual([...word])
      }),
    )
  })

  it('distinguish the one-byte REMASC sender from the zero address', () => {
    expect(addressKey(new Uint8Array(1))).not.toBe(addressKey(new Uint8Array(20)))
  })

  it('are refused for addresses and words of another length', () => {
    for (const length of [0, 2, 19, 21, 32]) {
      expect(() => addressKey(new Uint8Array(length))).toThrow(`an address has 20 bytes, not ${length}`)
    }
    for (const length of [0, 31, 33]) {
      expect(() => wordKey(new Uint8Array(length))).toThrow(`a word has 32 bytes, not ${length}`)
    }
  })
})
