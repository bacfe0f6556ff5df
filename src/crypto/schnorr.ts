import { createRequire } from 'node:module'

/** Whether a 32-byte key (the x coordinate of a point) made the 64-byte Schnorr signature of the hash (BIP-340). */
export function verifySchnorr(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean {
  const library: typeof import('@noble/curves/secp256k1.js') = createRequire(import.meta.url)(
    '@noble/curves/secp256k1.js',
  )
  return library.schnorr.verify(signature, hash, key)
}
