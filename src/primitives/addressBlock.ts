import { formatIpAddress, isLoopback, parseIpAddress } from './ipAddress.ts'

/** All addresses that share their first bits. */
export interface AddressBlock {
  /** With zeros behind the shared bits. */
  readonly base: Uint8Array
  readonly bits: number
}

/** The block around an address. The caller makes sure that the address has so many bits. */
export function blockAround(address: Uint8Array, bits: number): AddressBlock {
  return { base: address.map((byte, index) => byte & maskByte(bits, index)), bits }
}

export const formatBlock = ({ base, bits }: AddressBlock): string => `${formatIpAddress(base)}/${bits}`

const sourceBits = 64

/**
 * What counts as one source where each may do only so much: an IPv4 address, or the first 64 bits of an IPv6 one,
 * since whoever has one of those has all that begin with the same.
 */
export function sourceOf(address: string): string {
  const bytes = parseIpAddress(address)
  if (bytes === undefined) return address
  if (bytes.length === 4 || isLoopback(bytes)) return formatIpAddress(bytes)
  return formatIpAddress(blockAround(bytes, sourceBits).base)
}

function maskByte(bits: number, index: number): number {
  const kept = Math.min(8, Math.max(0, bits - 8 * index))
  return (0xff << (8 - kept)) & 0xff
}
