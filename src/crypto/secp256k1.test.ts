import { describe, expect, it } from 'vitest'
import { asciiBytes, concatBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { keccak256 } from './keccak256.ts'
import { groupOrder } from './secp256k1/curve.ts'
import {
  addressOf,
  publicKeyOf,
  recoverPublicKey,
  sharedSecret,
  signHash,
  uncompressPublicKey,
  verifySignature,
} from './secp256k1.ts'

const privateKey = keccak256(asciiBytes('cow'))
const hash = keccak256(asciiBytes('message'))

describe('secp256k1', () => {
  it('gives the local chain’s first account its address', () => {
    expect(toHexDigits(addressOf(publicKeyOf(privateKey)))).toBe('cd2a3d9f938e13cd947ec05abc7fe734df8dd826')
  })

  it('recovers and verifies what it signed', () => {
    const signature = signHash(hash, privateKey)
    expect(recoverPublicKey(hash, signature)).toEqual(publicKeyOf(privateKey))
    expect(verifySignature(hash, signature.compact, publicKeyOf(privateKey))).toBe(true)
  })

  it('verifies with a compressed key too', () => {
    const full = publicKeyOf(privateKey)
    const compressed = concatBytes(Uint8Array.of(2 + (full[64]! & 1)), full.subarray(1, 33))
    expect(uncompressPublicKey(compressed)).toEqual(full)
    expect(verifySignature(hash, signHash(hash, privateKey).compact, compressed)).toBe(true)
  })

  it.each([
    ['zero', wordBytes(0n)],
    ['the group order', wordBytes(groupOrder)],
    ['31 bytes', new Uint8Array(31).fill(1)],
    ['33 bytes', new Uint8Array(33).fill(1)],
  ])('rejects %s as private key', (_name, key) => {
    expect(() => publicKeyOf(key)).toThrow(RangeError)
    expect(() => signHash(hash, key)).toThrow(RangeError)
  })

  it('gives two key pairs the same secret, and rejects keys of other lengths', () => {
    const other = keccak256(asciiBytes('other'))
    const secret = sharedSecret(publicKeyOf(other), privateKey)
    expect(secret).toHaveLength(32)
    expect(sharedSecret(publicKeyOf(privateKey), other)).toEqual(secret)
    expect(sharedSecret(publicKeyOf(other).subarray(1), privateKey)).toBeUndefined()
    expect(sharedSecret(publicKeyOf(other), privateKey.subarray(1))).toBeUndefined()
  })

  it('returns undefined for wrong lengths and recovery numbers', () => {
    const { compact, recovery } = signHash(hash, privateKey)
    expect(recoverPublicKey(hash.subarray(1), { compact, recovery })).toBeUndefined()
    expect(recoverPublicKey(hash, { compact: compact.subarray(1), recovery })).toBeUndefined()
    for (const wrong of [-1, 4, 27])
      expect(recoverPublicKey(hash, { compact, recovery: wrong })).toBeUndefined()
    expect(verifySignature(hash.subarray(1), compact, publicKeyOf(privateKey))).toBe(false)
    expect(verifySignature(hash, compact.subarray(1), publicKeyOf(privateKey))).toBe(false)
    expect(verifySignature(hash, compact, new Uint8Array(64))).toBe(false)
    expect(uncompressPublicKey(new Uint8Array(64))).toBeUndefined()
  })
})
