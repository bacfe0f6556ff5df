import { publicKeyOf } from '../../crypto/secp256k1.ts'

/** The key pair by which peers know a node. */
export interface NodeIdentity {
  readonly privateKey: Uint8Array
  /** The 64-byte public key, without the prefix 04. */
  readonly id: Uint8Array
}

export const idLength = 64

/** The identity of a private key; throws a `RangeError` when the key is not in [1, N - 1]. */
export const identityOf = (privateKey: Uint8Array): NodeIdentity => ({
  privateKey,
  id: publicKeyOf(privateKey).slice(1),
})

/** The 65-byte form that secp256k1 libraries take. */
export function publicKeyOfId(id: Uint8Array): Uint8Array {
  const key = new Uint8Array(1 + idLength)
  key[0] = 0x04
  key.set(id, 1)
  return key
}
