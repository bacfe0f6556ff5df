import { concatBytes } from '../../../primitives/bytes.ts'
import { decodeBase58Check, encodeBase58Check } from '../../native/bitcoin/base58Check.ts'
import type { BitcoinParameters } from './parameters.ts'

/** Digits in base 58 of a version, 20 bytes and a checksum. */
const longestText = 35
const hashLength = 20

export const publicKeyHashAddress = (hash: Uint8Array, { publicKeyHashVersion }: BitcoinParameters): string =>
  encodeBase58Check(concatBytes(new Uint8Array([publicKeyHashVersion]), hash))

export const scriptHashAddress = (hash: Uint8Array, { scriptHashVersion }: BitcoinParameters): string =>
  encodeBase58Check(concatBytes(new Uint8Array([scriptHashVersion]), hash))

/** The hash an address of the network pays to; undefined when it is none. */
export function decodeAddress(text: string, parameters: BitcoinParameters): Uint8Array | undefined {
  if (text.length > longestText) return undefined
  const payload = decodeBase58Check(text)
  if (payload?.length !== 1 + hashLength || !isVersion(payload[0]!, parameters)) return undefined
  return payload.subarray(1)
}

const isVersion = (
  version: number,
  { publicKeyHashVersion, scriptHashVersion }: BitcoinParameters,
): boolean => version === publicKeyHashVersion || version === scriptHashVersion
