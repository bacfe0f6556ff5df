import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressKey, wordKey } from './mapKeys.ts'

const changedAt = (length: number, at: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  bytes[at] = 0x80
  return bytes
}

test('every byte of an address and of a word counts', () => {
  const addresses = Array.from({ length: 20 }, (_, at) => addressKey(changedAt(20, at)))
  const words = Array.from({ length: 32 }, (_, at) => wordKey(changedAt(32, at)))
  expect(new Set(addresses).size).toBe(20)
  expect(new Set(words).size).toBe(32)
})

test('keys stand for their bytes: a word can be read back from its key', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (word) => {
      const characters = [...Array(16).keys()].map((at) => wordKey(word).charCodeAt(at))
      expect(characters.flatMap((character) => [character >> 8, character & 0xff])).toEqual([...word])
    }),
  )
})

test('the one-byte REMASC sender differs from the zero address', () => {
  expect(addressKey(new Uint8Array(1))).not.toBe(addressKey(new Uint8Array(20)))
})

test('addresses and words of another length are refused', () => {
  for (const length of [0, 2, 19, 21, 32]) {
    expect(() => addressKey(new Uint8Array(length))).toThrow(`an address has 20 bytes, not ${length}`)
  }
  for (const length of [0, 31, 33]) {
    expect(() => wordKey(new Uint8Array(length))).toThrow(`a word has 32 bytes, not ${length}`)
  }
})
