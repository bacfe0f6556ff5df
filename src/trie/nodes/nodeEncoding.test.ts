import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { Trie } from '../trie.ts'
import { encodeNode } from './nodeEncoding.ts'

const message = (trie: Trie): string => toHexDigits(encodeNode(trie.root!))

/** Two leaves of one byte of key each below a branch without path. */
const branch = (left: Uint8Array, right: Uint8Array): Trie =>
  Trie.empty().put(Uint8Array.of(0x01), left).put(Uint8Array.of(0x81), right)

describe('encoding a node', () => {
  it('writes a leaf as path and value', () => {
    expect(message(Trie.empty().put(Uint8Array.of(0xab), Uint8Array.of(1, 2)))).toBe('50' + '07ab' + '0102')
  })

  it('writes a value at the empty key without a path', () => {
    expect(message(Trie.empty().put(new Uint8Array(0), Uint8Array.of(7)))).toBe('40' + '07')
  })

  it('embeds small leaves after their length, and adds the size of the children', () => {
    expect(message(branch(Uint8Array.of(7), Uint8Array.of(8)))).toBe(
      '4f' + '04' + '50060207' + '04' + '50060208' + '08',
    )
  })

  it('embeds a leaf of 44 bytes, but not one of 45', () => {
    const value = new Uint8Array(32).fill(5)
    const pair = (keyLength: number): Trie => {
      const left = new Uint8Array(keyLength)
      return Trie.empty().put(left, value).put(left.with(0, 0x80), value)
    }
    // 71 and 79 bits of path below the branch, whose length takes two bytes: 1 + 2 + 9 + 32 and one more.
    const small = `50ff47${'00'.repeat(9)}${'05'.repeat(32)}`
    const large = `50ff4f${'00'.repeat(10)}${'05'.repeat(32)}`
    const hash = toHexDigits(keccak256(fromHex(large)))
    expect(message(pair(9))).toBe(`4f2c${small}2c${small}58`)
    expect(message(pair(10))).toBe(`4c${hash}${hash}5a`)
  })

  it('writes hash and length of a long value, and counts the value in the size of the children', () => {
    const long = new Uint8Array(300).fill(9)
    const longLeaf = `700602${toHexDigits(keccak256(long))}00012c`
    // 38 bytes of leaf and 300 of value on the left, four bytes on the right: 342.
    expect(message(branch(long, Uint8Array.of(8)))).toBe(`4f26${longLeaf}0450060208fd5601`)
  })

  it('refers to a child with a value and a leaf by its hash', () => {
    const trie = branch(Uint8Array.of(7), Uint8Array.of(8)).put(Uint8Array.of(0x01, 0x00), Uint8Array.of(9))
    // The left child holds a value and an embedded leaf, so it is not terminal and is referred to by its hash.
    const left = Uint8Array.from([0x5a, 0x06, 0x02, 0x04, 0x50, 0x06, 0x00, 0x09, 0x04, 0x07])
    expect(message(trie)).toBe(`4d${toHexDigits(keccak256(left))}045006020812`)
  })

  it('writes a path longer than the shared buffer', () => {
    const key = new Uint8Array(2000).fill(0xaa)
    const trie = Trie.empty().put(key, Uint8Array.of(1))
    expect(message(trie)).toBe(`50fffd803e${'aa'.repeat(2000)}01`)
    expect(toHexDigits(trie.hash())).toBe(toHexDigits(keccak256(encodeNode(trie.root!))))
  })
})
