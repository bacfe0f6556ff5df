import { uncompressPublicKey } from '../../crypto/secp256k1.ts'

export const compressedKeyLength = 33

/** The 33-byte form of a key of 33 or 65 bytes; undefined when it is no point of the curve. */
export function compressPublicKey(publicKey: Uint8Array): Uint8Array | undefined {
  const uncompressed = uncompressPublicKey(publicKey)
  if (!uncompressed) return undefined
  const compressed = uncompressed.slice(0, compressedKeyLength)
  compressed[0] = isEven(uncompressed) ? 0x02 : 0x03
  return compressed
}

const isEven = (uncompressed: Uint8Array): boolean => (uncompressed[uncompressed.length - 1]! & 1) === 0
