import { expect, test } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import { CodeCache } from './codeCache.ts'

const codeOf = (byte: number, length = 1000): Uint8Array => new Uint8Array(length).fill(byte)
const unexpectedLoad = (): Uint8Array => {
  throw new Error('the code should be at hand')
}

test('equal code is the same object, however it arrives', () => {
  const codes = new CodeCache(10_000)
  const code = codes.intern(codeOf(1))
  expect(codes.intern(codeOf(1))).toBe(code)
  expect(codes.find(keccak256(codeOf(1)), unexpectedLoad)).toBe(code)
  expect(code.hash).toEqual(keccak256(codeOf(1)))
})

test('interned bytes are a copy', () => {
  const bytes = codeOf(1)
  const code = new CodeCache(10_000).intern(bytes)
  bytes.fill(2)
  expect(code.bytes).toEqual(codeOf(1))
})

test('the code that was not used for longest makes room', () => {
  const codes = new CodeCache(4000)
  const first = codes.intern(codeOf(1))
  const second = codes.intern(codeOf(2))
  codes.intern(codeOf(3))
  codes.intern(codeOf(1))
  codes.intern(codeOf(4))
  expect(codes.find(first.hash, unexpectedLoad)).toBe(first)
  expect(codes.find(second.hash, () => codeOf(2))).not.toBe(second)
})

test('code larger than the whole cache is not kept and displaces nothing', () => {
  const codes = new CodeCache(2000)
  const small = codes.intern(codeOf(1))
  const large = codes.intern(codeOf(2, 5000))
  expect(large.bytes).toEqual(codeOf(2, 5000))
  expect(codes.intern(codeOf(2, 5000))).not.toBe(large)
  expect(codes.find(small.hash, unexpectedLoad)).toBe(small)
})
