import { unsignedBytes } from '../../primitives/integers.ts'

/* Targets of proof of work in the compact form of Bitcoin headers: an exponent, a sign and 23 bits. */

const signBit = 0x800000
const mantissaMask = 0x7fffff

const exponentOf = (bits: number): number => bits >>> 24

export function targetOf(bits: number): bigint {
  const mantissa = shifted(BigInt(bits & mantissaMask), exponentOf(bits) - 3)
  return (bits & signBit) !== 0 ? -mantissa : mantissa
}

/** The compact form of a positive target; lower digits that do not fit are dropped. */
export function bitsOf(target: bigint): number {
  const length = unsignedBytes(target).length
  const mantissa = Number(shifted(target, 3 - length))
  // The highest bit of a mantissa is its sign.
  if ((mantissa & signBit) !== 0) return ((length + 1) * 2 ** 24 + (mantissa >>> 8)) >>> 0
  return (length * 2 ** 24 + mantissa) >>> 0
}

/** The part of a target that fits in a compact form with the exponent of `bits`. */
export const maskedTarget = (target: bigint, bits: number): bigint =>
  target & shifted(0xffffffn, exponentOf(bits) - 3)

const shifted = (value: bigint, bytes: number): bigint =>
  bytes >= 0 ? value << BigInt(8 * bytes) : value >> BigInt(-8 * bytes)

/** The expected number of hashes until one does not exceed the target. */
export const workOf = (target: bigint): bigint => (1n << 256n) / (target + 1n)
