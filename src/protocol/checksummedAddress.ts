import { keccak256 } from '../crypto/keccak256.ts'
import { type Address, asciiBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'

/**
 * An address with a checksum in its letter case: that of EIP-1191, which depends on the chain, or that of EIP-55
 * without a chain id.
 */
export function checksummedAddress(address: Address, chainId?: number): string {
  const digits = toHexDigits(address)
  const hashed = toHexDigits(keccak256(asciiBytes(chainId === undefined ? digits : `${chainId}0x${digits}`)))
  const letters = [...digits].map((digit, index) => (hashed[index]! >= '8' ? digit.toUpperCase() : digit))
  return `0x${letters.join('')}`
}
