import { secp256k1 as noble } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { toBigInt, wordBytes } from '../../primitives/integers.ts'
import { keccak256 } from '../keccak256.ts'
import { VectorCurves } from '../vectorCurves.ts'
import type { Secp256k1Backend } from './backend.ts'
import { loadNative } from './native.ts'
import { loadNoble } from './noble.ts'

const order = noble.Point.Fn.ORDER
const vector = new VectorCurves()
const backends: { name: string; backend: Secp256k1Backend | undefined }[] = [
  { name: 'native', backend: loadNative() },
  { name: 'noble', backend: loadNoble() },
  { name: 'vector', backend: { ...loadNoble(), recover: (...args) => vector.recover(...args) } },
]

const scalars = fc.bigInt({ min: 1n, max: order - 1n })
const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const unchecked = { prehash: false, lowS: false } as const

const compactOf = (r: bigint, s: bigint): Uint8Array => concatBytes(wordBytes(r), wordBytes(s))
const parts = (compact: Uint8Array): [r: bigint, s: bigint] => [
  toBigInt(compact.subarray(0, 32)),
  toBigInt(compact.subarray(32)),
]

/** The other signature of the same key and hash: s mirrored, the point's parity flipped. */
function mirrored(compact: Uint8Array, recovery: number): { compact: Uint8Array; recovery: number } {
  const [r, s] = parts(compact)
  return { compact: compactOf(r, order - s), recovery: recovery ^ 1 }
}

for (const { name, backend } of backends) {
  if (!backend) console.log(`secp256k1: no ${name} library for this platform, its tests are skipped`)

  describe.skipIf(!backend)(`secp256k1 by the ${name} library`, () => {
    const { publicKey, sign, recover, verify, uncompress, sharedSecret } = backend ?? backends[1]!.backend!

    it('derives the keys that noble derives', () => {
      fc.assert(
        fc.property(scalars, (scalar) => {
          expect(publicKey(wordBytes(scalar))).toEqual(noble.getPublicKey(wordBytes(scalar), false))
        }),
        { numRuns: 30 },
      )
    })

    it('signs as RFC 6979 says, with low s, and recovers the signer from it', () => {
      fc.assert(
        fc.property(hashes, scalars, (hash, scalar) => {
          const key = wordBytes(scalar)
          const signed = sign(hash, key)!
          expect(toHexDigits(signed.signature)).toBe(
            toHexDigits(noble.sign(hash, key, { prehash: false, lowS: true })),
          )
          expect(recover(hash, signed.signature, signed.recovery)).toEqual(noble.getPublicKey(key, false))
          expect(verify(hash, signed.signature, noble.getPublicKey(key, false))).toBe(true)
        }),
        { numRuns: 30 },
      )
    })

    it('accepts high s when recovering and verifying', () => {
      const key = wordBytes(7n)
      const hash = keccak256(key)
      const signed = sign(hash, key)!
      const high = mirrored(signed.signature, signed.recovery)
      expect(recover(hash, high.compact, high.recovery)).toEqual(publicKey(key))
      expect(verify(hash, high.compact, publicKey(key)!)).toBe(true)
    })

    it('recovers from any r and s what noble recovers, or undefined', () => {
      const anyScalar = fc.oneof(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.constantFrom(0n, 1n, 2n, order - 1n, order, order + 1n, 2n ** 256n - 1n),
        fc.bigInt({ min: 0n, max: 100n }),
      )
      fc.assert(
        fc.property(hashes, anyScalar, anyScalar, fc.nat(3), (hash, r, s, recovery) => {
          expect(recover(hash, compactOf(r, s), recovery)).toEqual(nobleRecovery(hash, r, s, recovery))
        }),
        { numRuns: 100 },
      )
    })

    it('recovers points whose x exceeds the group order', () => {
      const found = Array.from({ length: 20 }, (_, index) => BigInt(index + 1)).filter(
        (r) => nobleRecovery(new Uint8Array(32), r, 5n, 2) !== undefined,
      )
      expect(found.length).toBeGreaterThan(0)
      for (const r of found) {
        expect(recover(new Uint8Array(32), compactOf(r, 5n), 2)).toEqual(
          nobleRecovery(new Uint8Array(32), r, 5n, 2),
        )
      }
    })

    it('does not verify another hash, another key or a changed signature', () => {
      const key = wordBytes(11n)
      const hash = keccak256(key)
      const { signature } = sign(hash, key)!
      const changed = signature.map((byte, index) => (index === 63 ? byte ^ 1 : byte))
      expect(verify(keccak256(hash), signature, publicKey(key)!)).toBe(false)
      expect(verify(hash, signature, publicKey(wordBytes(12n))!)).toBe(false)
      expect(verify(hash, changed, publicKey(key)!)).toBe(false)
      expect(verify(hash, compactOf(0n, 0n), publicKey(key)!)).toBe(false)
      expect(verify(hash, compactOf(order, order), publicKey(key)!)).toBe(false)
    })

    it.each([0n, order, 2n ** 256n - 1n])('has no key and no signature for the private key %i', (scalar) => {
      expect(publicKey(wordBytes(scalar))).toBeUndefined()
      expect(sign(new Uint8Array(32), wordBytes(scalar))).toBeUndefined()
    })

    it('uncompresses keys of both forms', () => {
      const key = wordBytes(13n)
      const full = noble.getPublicKey(key, false)
      expect(uncompress(noble.getPublicKey(key, true))).toEqual(full)
      expect(uncompress(full)).toEqual(full)
    })

    it('computes the shared secret that noble computes, from either side', () => {
      fc.assert(
        fc.property(scalars, scalars, (ours, theirs) => {
          const [us, them] = [wordBytes(ours), wordBytes(theirs)]
          const expected = noble.getSharedSecret(us, noble.getPublicKey(them, false)).subarray(1)
          expect(Uint8Array.from(sharedSecret(publicKey(them)!, us)!)).toEqual(expected)
          expect(Uint8Array.from(sharedSecret(publicKey(us)!, them)!)).toEqual(expected)
        }),
        { numRuns: 20 },
      )
    })

    it('has no secret with a key off the curve or a private key out of range', () => {
      const full = noble.getPublicKey(wordBytes(13n), false)
      const offCurve = full.map((byte, index) => (index === 64 ? byte ^ 1 : byte))
      expect(sharedSecret(offCurve, wordBytes(1n))).toBeUndefined()
      for (const scalar of [0n, order]) expect(sharedSecret(full, wordBytes(scalar))).toBeUndefined()
    })

    it('returns undefined for keys off the curve or with an unknown prefix', () => {
      const compressed = noble.getPublicKey(wordBytes(13n), true)
      const full = noble.getPublicKey(wordBytes(13n), false)
      const offCurve = full.map((byte, index) => (index === 64 ? byte ^ 1 : byte))
      expect(uncompress(offCurve)).toBeUndefined()
      expect(uncompress(concatBytes(Uint8Array.of(5), compressed.subarray(1)))).toBeUndefined()
      expect(uncompress(concatBytes(Uint8Array.of(2), new Uint8Array(32).fill(0xff)))).toBeUndefined()
      expect(uncompress(new Uint8Array(65))).toBeUndefined()
    })
  })
}

function nobleRecovery(hash: Uint8Array, r: bigint, s: bigint, recovery: number): Uint8Array | undefined {
  try {
    const signature = concatBytes(Uint8Array.of(recovery), compactOf(r, s))
    const recovered = noble.recoverPublicKey(signature, hash, unchecked)
    return noble.Point.fromBytes(recovered).toBytes(false)
  } catch {
    return undefined
  }
}
