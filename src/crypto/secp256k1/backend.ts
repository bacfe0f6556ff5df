/**
 * A secp256k1 library. Hashes and private keys have 32 bytes, compact signatures 64 (r, s), public keys 65
 * (uncompressed, leading 04). Callers have checked lengths; a value out of range gives undefined or false,
 * not an exception.
 */
export interface Secp256k1Backend {
  readonly name: 'native' | 'noble'
  /** Undefined when the private key is 0 or not below the group order. */
  publicKey(privateKey: Uint8Array): Uint8Array | undefined
  /** Deterministic (RFC 6979), with low s. Undefined when the private key is out of range. */
  sign(hash: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recovery: number } | undefined
  /** Undefined when no key can have made the signature. High s is accepted. */
  recover(hash: Uint8Array, signature: Uint8Array, recovery: number): Uint8Array | undefined
  /** High s is accepted. */
  verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean
  /** Uncompressed form of a 33- or 65-byte key; undefined when it is not a point of the curve. */
  uncompress(publicKey: Uint8Array): Uint8Array | undefined
  /** The x coordinate of the product. Undefined for a key off the curve or a private key out of range. */
  sharedSecret(publicKey: Uint8Array, privateKey: Uint8Array): Uint8Array | undefined
}

/** The result of `compute`, or undefined when the library throws for a value out of range. */
export function answer<Result>(compute: () => Result): Result | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}
