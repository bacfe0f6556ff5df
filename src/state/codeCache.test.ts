import { describe, expect, it } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import { CodeCache } from './codeCache.ts'

const codeOf = (byte: number, length = 1000): Uint8Array => new Uint8Array(length).fill(byte)
const unexpectedLoad = (): Uint8Array => {
  throw new Error('the cache should hold the code')
}

describe('the code cache', () => {
  it('returns one object for equal code, interned or found by hash', () => {
    const codes = new CodeCache(10_000)
    const code = codes.intern(codeOf(1))
    expect(codes.intern(codeOf(1))).toBe(code)
    expect(codes.find(keccak256(codeOf(1)), unexpectedLoad)).toBe(code)
    expect(code.hash).toEqual(keccak256(codeOf(1)))
  })

  it('copies interned bytes', () => {
    const bytes = codeOf(1)
    const code = new CodeCache(10_000).intern(bytes)
    bytes.fill(2)
    expect(code.bytes).toEqual(codeOf(1))
  })

  it('drops the least recently used code', () => {
    const codes = new CodeCache(4000)
    const first = codes.intern(codeOf(1))
    const second = codes.intern(codeOf(2))
    codes.intern(codeOf(3))
    codes.intern(codeOf(1))
    codes.intern(codeOf(4))
    expect(codes.find(first.hash, unexpectedLoad)).toBe(first)
    expect(codes.find(second.hash, () => codeOf(2))).not.toBe(second)
  })

  it('does not keep code larger than its capacity, and drops no other code for it', () => {
    const codes = new CodeCache(2000)
    const small = codes.intern(codeOf(1))
    const large = codes.intern(codeOf(2, 5000))
    expect(large.bytes).toEqual(codeOf(2, 5000))
    expect(codes.intern(codeOf(2, 5000))).not.toBe(large)
    expect(codes.find(small.hash, unexpectedLoad)).toBe(small)
  })
})
