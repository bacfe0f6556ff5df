import { processor } from '../platform/runtime.ts'
import { type Address, asAddress } from '../primitives/bytes.ts'
import { keccak256 } from './keccak256.ts'
import { Secp256k1Libraries } from './secp256k1/libraries.ts'
import { loadNative } from './secp256k1/native.ts'
import { loadNoble } from './secp256k1/noble.ts'
import { vectorCurves } from './vectorCurves.ts'

const libraries = new Secp256k1Libraries({
  native: loadNative,
  noble: loadNoble,
  vectorRecover: () => {
    const curve = vectorCurves()
    return curve && ((hash, signature, recovery) => curve.recover(hash, signature, recovery))
  },
  architecture: processor,
})

export interface Signature {
  /** 64 bytes: r then s, big-endian. */
  readonly compact: Uint8Array
  /** Selects one of the possible points R: bit 0 is its parity, bit 1 whether its x exceeds the group order. */
  readonly recovery: number
}

/** The 65-byte uncompressed public key; throws when the private key is not in [1, N - 1]. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  const key = privateKey.length === 32 ? libraries.backend.publicKey(privateKey) : undefined
  if (!key) throw new RangeError('a private key is 32 bytes between 1 and the group order')
  return key
}

/** Deterministic signature with low s; throws when the private key is not in [1, N - 1]. */
export function signHash(hash: Uint8Array, privateKey: Uint8Array): Signature {
  const hasLengths = privateKey.length === 32 && hash.length === 32
  const signed = hasLengths ? libraries.backend.sign(hash, privateKey) : undefined
  if (!signed) throw new RangeError('a private key is 32 bytes between 1 and the group order')
  return { compact: signed.signature, recovery: signed.recovery }
}

/** The 65-byte public key of the signer; undefined for an invalid signature. High s is accepted. */
export function recoverPublicKey(hash: Uint8Array, signature: Signature): Uint8Array | undefined {
  if (hash.length !== 32 || signature.compact.length !== 64) return undefined
  if (signature.recovery < 0 || signature.recovery > 3) return undefined
  return libraries.recover(hash, signature.compact, signature.recovery)
}

/** Whether the 64-byte signature is that of the key. High s is accepted. */
export function verifySignature(hash: Uint8Array, compact: Uint8Array, publicKey: Uint8Array): boolean {
  if (hash.length !== 32 || compact.length !== 64) return false
  const key = uncompressPublicKey(publicKey)
  return key !== undefined && libraries.backend.verify(hash, compact, key)
}

/** The 65-byte form of a compressed or uncompressed key; undefined when it is not a point of the curve. */
export function uncompressPublicKey(publicKey: Uint8Array): Uint8Array | undefined {
  if (publicKey.length !== 33 && publicKey.length !== 65) return undefined
  return libraries.backend.uncompress(publicKey)
}

/**
 * The shared secret of two key pairs (ECDH): the 32-byte x coordinate of one's public key times the other's
 * private key. Undefined when the public key is not a point of the curve.
 */
export function sharedSecret(publicKey: Uint8Array, privateKey: Uint8Array): Uint8Array | undefined {
  if (publicKey.length !== 65 || privateKey.length !== 32) return undefined
  return libraries.backend.sharedSecret(publicKey, privateKey)
}

/** The account address of a 65-byte uncompressed public key. */
export const addressOf = (publicKey: Uint8Array): Address =>
  asAddress(keccak256(publicKey.subarray(1)).subarray(12))
