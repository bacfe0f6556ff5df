import { formatIpAddress } from './ipAddress.ts'

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

export function isInBlock(address: Uint8Array, { base, bits }: AddressBlock): boolean {
  if (address.length !== base.length) return false
  return address.every((byte, index) => (byte & maskByte(bits, index)) === base[index])
}

export const formatBlock = ({ base, bits }: AddressBlock): string => `${formatIpAddress(base)}/${bits}`

function maskByte(bits: number, index: number): number {
  const kept = Math.min(8, Math.max(0, bits - 8 * index))
  return (0xff << (8 - kept)) & 0xff
}
