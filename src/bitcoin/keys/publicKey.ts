import { keccak256 } from '../../crypto/keccak256.ts'
import { addressOf, uncompressPublicKey } from '../../crypto/secp256k1.ts'
import { sha256 } from '../../crypto/sha256.ts'
import { ripemd160 } from '../../platform/hashes.ts'
import { type Address, asAddress, emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'

/** A public key in a Bitcoin script. */
export interface BitcoinPublicKey {
  /** As it was given. */
  readonly bytes: Uint8Array
  /** 65 bytes; undefined for the point at infinity, which is written as a single zero byte. */
  readonly point: Uint8Array | undefined
}

export const compressedKeyLength = 33
const uncompressedLength = 65

/** Accepts the compressed, the uncompressed and the hybrid form, which states the parity of an uncompressed point. */
export function decodePublicKey(bytes: Uint8Array): BitcoinPublicKey {
  if (bytes.length === 1 && bytes[0] === 0) return { bytes, point: undefined }
  const point = uncompressPublicKey(plainForm(bytes))
  if (!point) throw new DecodeError('public key', 'is not a point of the curve')
  return { bytes, point }
}

export function tryToDecodePublicKey(bytes: Uint8Array): BitcoinPublicKey | undefined {
  try {
    return decodePublicKey(bytes)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Empty for bytes in any other form. */
function plainForm(bytes: Uint8Array): Uint8Array {
  const [form] = bytes
  if (bytes.length === compressedKeyLength && (form === 2 || form === 3)) return bytes
  if (bytes.length !== uncompressedLength) return emptyBytes
  if (form === 4) return bytes
  const isMatchingHybrid = (form === 6 || form === 7) && (bytes[64]! & 1) === (form & 1)
  return isMatchingHybrid ? Uint8Array.of(4, ...bytes.subarray(1)) : emptyBytes
}

export const isCompressed = ({ bytes }: BitcoinPublicKey): boolean => bytes.length === compressedKeyLength

/** The Rootstock account of the key. */
export const accountOf = ({ point }: BitcoinPublicKey): Address =>
  point ? addressOf(point) : asAddress(keccak256(emptyBytes).subarray(12))

/** The 33-byte form; the point at infinity keeps its single byte, so no other key equals it. */
export const compressedForm = ({ bytes, point }: BitcoinPublicKey): Uint8Array =>
  point ? compressedPoint(point) : bytes

/** The 33-byte form of an encoded key; undefined when it is not a point of the curve, or the point at infinity. */
export function compressPublicKey(bytes: Uint8Array): Uint8Array | undefined {
  const point = tryToDecodePublicKey(bytes)?.point
  return point && compressedPoint(point)
}

function compressedPoint(point: Uint8Array): Uint8Array {
  const compressed = point.slice(0, compressedKeyLength)
  compressed[0] = 0x02 + (point[uncompressedLength - 1]! & 1)
  return compressed
}

/** The 20-byte hash in Bitcoin addresses: RIPEMD-160 of SHA-256. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
