import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { decodeBase58Check, encodeBase58Check } from './base58Check.ts'

/* Private keys as wallets print them: a version, 32 bytes and, for a compressed public key, the byte 1. */

const testVersion = 0xef
const maximumText = 52

export interface ImportedKey {
  readonly privateKey: Uint8Array
  readonly isCompressed: boolean
}

export const encodePrivateKey = (privateKey: Uint8Array): string =>
  encodeBase58Check(concatBytes(Uint8Array.of(testVersion), privateKey, Uint8Array.of(1)))

/** Undefined for other text, for keys of mainnet and for numbers that are not private keys. */
export function decodePrivateKey(text: string): ImportedKey | undefined {
  const bytes = decodeBase58Check(text, maximumText)
  if (bytes?.[0] !== testVersion) return undefined
  const isCompressed = bytes.length === 34 && bytes[33] === 1
  if (!isCompressed && bytes.length !== 33) return undefined
  const privateKey = bytes.subarray(1, 33)
  const number = toBigInt(privateKey)
  return number > 0n && number < groupOrder ? { privateKey, isCompressed } : undefined
}
