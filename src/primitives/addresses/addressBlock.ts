import { formatIpAddress, isLoopback, parseIpAddress } from './ipAddress.ts'

/** All addresses that share their first bits. */
export interface AddressBlock {
  /** The bits after the shared ones are zero. */
  readonly base: Uint8Array
  readonly bits: number
}

/** The block around an address; `bits` is at most the length of the address. */
export function blockAround(address: Uint8Array, bits: number): AddressBlock {
  return { base: address.map((byte, index) => byte & maskByte(bits, index)), bits }
}

export const formatBlock = ({ base, bits }: AddressBlock): string => `${formatIpAddress(base)}/${bits}`

const sourceBits = 64

/**
 * The name under which rate limits count an address: the IPv4 address itself, or the first 64 bits of an IPv6 address,
 * because one host usually owns all addresses that share them.
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
