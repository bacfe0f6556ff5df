import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { publicKeyOf, uncompressPublicKey } from '../../crypto/secp256k1.ts'
import { addSecp256k1 } from '../../crypto/secp256k1Points.ts'
import { hmacSha512 } from '../../platform/hashes.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { decodeBase58Check, encodeBase58Check } from './base58Check.ts'
import { compressedKeyLength, compressPublicKey, hash160 } from './publicKey.ts'

/* Extended public keys and their ordinary (not hardened) derivation, as BIP-32 defines them. */

export interface ExtendedPublicKey {
  /** The version bytes, which identify the Bitcoin network. */
  readonly version: number
  /** Steps from the master key, modulo 256. */
  readonly depth: number
  /** The first four bytes of the parent key's hash. */
  readonly parentFingerprint: number
  readonly childNumber: number
  readonly chainCode: Uint8Array
  /** 33 bytes, a point of the curve. */
  readonly key: Uint8Array
}

const mainnetVersion = 0x0488b21e
const testnetVersion = 0x043587cf

const chainCodeOffset = 13
const keyOffset = 45
const serializedLength = keyOffset + compressedKeyLength
/** Digits in base 58 of 78 bytes and the checksum. */
export const maximumKeyText = 112

/** Reads an `xpub…` or `tpub…`; undefined for other text and for a key that is not a point of the curve. */
export function decodeExtendedPublicKey(text: string): ExtendedPublicKey | undefined {
  const bytes = decodeBase58Check(text, maximumKeyText)
  if (bytes?.length !== serializedLength) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const version = view.getUint32(0)
  if (version !== expectedVersion(text)) return undefined
  const key = compressPublicKey(bytes.subarray(keyOffset))
  if (!key) return undefined
  return {
    version,
    depth: view.getUint8(4),
    parentFingerprint: view.getUint32(5),
    childNumber: view.getUint32(9),
    chainCode: bytes.subarray(chainCodeOffset, keyOffset),
    key,
  }
}

function expectedVersion(text: string): number | undefined {
  if (text.startsWith('xpub')) return mainnetVersion
  return text.startsWith('tpub') ? testnetVersion : undefined
}

export function encodeExtendedPublicKey(extended: ExtendedPublicKey): string {
  const bytes = new Uint8Array(serializedLength)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, extended.version)
  view.setUint8(4, extended.depth)
  view.setUint32(5, extended.parentFingerprint)
  view.setUint32(9, extended.childNumber)
  bytes.set(extended.chainCode, chainCodeOffset)
  bytes.set(extended.key, keyOffset)
  return encodeBase58Check(bytes)
}

/** The child with a number below 2^31; undefined if the number has no child, which is practically impossible. */
export function deriveChild(parent: ExtendedPublicKey, childNumber: number): ExtendedPublicKey | undefined {
  const digest = hmacSha512(parent.chainCode, childData(parent.key, childNumber))
  const key = addToKey(parent.key, digest.subarray(0, 32))
  if (!key) return undefined
  return {
    version: parent.version,
    depth: (parent.depth + 1) & 0xff,
    parentFingerprint: fingerprintOf(parent.key),
    childNumber,
    chainCode: digest.subarray(32),
    key,
  }
}

function childData(key: Uint8Array, childNumber: number): Uint8Array {
  const number = new Uint8Array(4)
  new DataView(number.buffer).setUint32(0, childNumber)
  return concatBytes(key, number)
}

/** The key plus `tweak` times the generator. */
function addToKey(key: Uint8Array, tweak: Uint8Array): Uint8Array | undefined {
  const scalar = toBigInt(tweak)
  const point = uncompressPublicKey(key)
  if (!point || scalar === 0n || scalar >= groupOrder) return undefined
  const sum = addSecp256k1(point.subarray(1), publicKeyOf(tweak).subarray(1))
  return sum && compressPublicKey(concatBytes(new Uint8Array([0x04]), sum))
}

function fingerprintOf(key: Uint8Array): number {
  const hash = hash160(key)
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0)
}
