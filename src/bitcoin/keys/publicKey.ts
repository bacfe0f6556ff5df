import { keccak256 } from '../../crypto/keccak256.ts'
import { addressOf, uncompressPublicKey } from '../../crypto/secp256k1.ts'
import { type Address, asAddress, emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { compressPublicKey } from './compressPublicKey.ts'

/** A public key as Bitcoin scripts hold it. */
export interface BitcoinPublicKey {
  /** As it was given. */
  readonly bytes: Uint8Array
  /** 65 bytes; undefined for the point at infinity, which a single zero byte stands for. */
  readonly point: Uint8Array | undefined
}

const compressedLength = 33
const uncompressedLength = 65

/** Besides the usual forms, those that tell the parity of an uncompressed point are known. */
export function decodePublicKey(bytes: Uint8Array): BitcoinPublicKey {
  if (bytes.length === 1 && bytes[0] === 0) return { bytes, point: undefined }
  const point = uncompressPublicKey(plainForm(bytes))
  if (!point) throw new DecodeError('public key', 'is no point of the curve')
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

function plainForm(bytes: Uint8Array): Uint8Array {
  const [form] = bytes
  if (bytes.length === compressedLength && (form === 2 || form === 3)) return bytes
  if (bytes.length !== uncompressedLength) return emptyBytes
  if (form === 4) return bytes
  const isMatchingHybrid = (form === 6 || form === 7) && (bytes[64]! & 1) === (form & 1)
  return isMatchingHybrid ? Uint8Array.of(4, ...bytes.subarray(1)) : emptyBytes
}

export const isCompressed = ({ bytes }: BitcoinPublicKey): boolean => bytes.length === compressedLength

/** The Rootstock account of the key. */
export const accountOf = ({ point }: BitcoinPublicKey): Address =>
  point ? addressOf(point) : asAddress(keccak256(emptyBytes).subarray(12))

/** The 33-byte form; the point at infinity stays the single byte, which no other key is equal to. */
export const compressedForm = ({ bytes, point }: BitcoinPublicKey): Uint8Array =>
  (point && compressPublicKey(point)) ?? bytes
