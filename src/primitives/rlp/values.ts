import { emptyBytes } from '../bytes.ts'
import { signedBytes, unsignedBytes } from '../integers.ts'

/*
 * The reference node encodes integers in three ways, and which one a field uses is consensus:
 * plain unsigned (`unsignedBytes`: zero is the empty string), and the two below where zero is the byte 00.
 */

const zero = new Uint8Array(1)

/** Unsigned integer; zero is the byte 00, null the empty string. Used for a transaction's gas price. */
export function coinBytes(value: bigint | null): Uint8Array {
  if (value === null) return emptyBytes
  return value === 0n ? zero : unsignedBytes(value)
}

/** Two's complement integer; null is the empty string. Used for difficulty, minimum gas price and balances. */
export function signedCoinBytes(value: bigint | null): Uint8Array {
  return value === null ? emptyBytes : signedBytes(value)
}
