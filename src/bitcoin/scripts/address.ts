import { concatBytes } from '../../primitives/bytes.ts'
import { decodeBase58Check, encodeBase58Check } from '../keys/base58Check.ts'
import { payToPublicKeyHash, payToScriptHash } from './outputScripts.ts'

/** The first bytes of a network's addresses, by the kind of address. */
export interface AddressVersions {
  readonly publicKeyHashVersion: number
  readonly scriptHashVersion: number
}

/** A receiver of payments: the owner of a public key, or the signers of a script. */
export interface BitcoinAddress {
  readonly kind: 'public-key-hash' | 'script-hash'
  readonly hash: Uint8Array
}

/** Digits in base 58 of a version, 20 bytes and the checksum. */
export const maximumAddressText = 35
export const addressHashLength = 20

const versionOf = (
  { kind }: BitcoinAddress,
  { publicKeyHashVersion, scriptHashVersion }: AddressVersions,
): number => (kind === 'public-key-hash' ? publicKeyHashVersion : scriptHashVersion)

export const addressText = (address: BitcoinAddress, parameters: AddressVersions): string =>
  encodeBase58Check(concatBytes(new Uint8Array([versionOf(address, parameters)]), address.hash))

export const publicKeyHashAddress = (hash: Uint8Array, parameters: AddressVersions): string =>
  addressText({ kind: 'public-key-hash', hash }, parameters)

export const scriptHashAddress = (hash: Uint8Array, parameters: AddressVersions): string =>
  addressText({ kind: 'script-hash', hash }, parameters)

/** The script of an output that pays to the address. */
export const scriptOfAddress = ({ kind, hash }: BitcoinAddress): Uint8Array =>
  kind === 'public-key-hash' ? payToPublicKeyHash(hash) : payToScriptHash(hash)

/** The address with this version byte; undefined when the network does not use the version. */
export function addressOfVersion(
  version: number | undefined,
  hash: Uint8Array,
  { publicKeyHashVersion, scriptHashVersion }: AddressVersions,
): BitcoinAddress | undefined {
  if (version === publicKeyHashVersion) return { kind: 'public-key-hash', hash }
  return version === scriptHashVersion ? { kind: 'script-hash', hash } : undefined
}

/** Undefined for text that is not an address of the network. */
export function decodeAddress(text: string, parameters: AddressVersions): BitcoinAddress | undefined {
  const payload = decodeBase58Check(text, maximumAddressText)
  if (payload?.length !== 1 + addressHashLength) return undefined
  return addressOfVersion(payload[0], payload.subarray(1), parameters)
}
