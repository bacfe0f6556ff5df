import { stripLeadingZeros } from '../primitives/bytes.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { carmichael } from './carmichael.ts'

/*
 * Modular exponentiation for exponents of any length. They stay bytes: a run of zero bytes at the end, which
 * callers may ask for without sending it, costs its squarings and no memory.
 */

/** The exponent: its leading bytes, then `zeroBytes` bytes 00. */
export interface Exponent {
  readonly head: Uint8Array
  readonly zeroBytes: number
}

/** base^exponent mod modulus, for a positive modulus. 0^0 is 1. */
export function modularPower(base: bigint, exponent: Exponent, modulus: bigint): bigint {
  if (modulus === 1n) return 0n
  const head = stripLeadingZeros(exponent.head)
  if (head.length === 0) return 1n
  const reduced = base % modulus
  if (reduced <= 1n) return reduced
  const isReducible = modulus <= reducibleModulus && head.length + exponent.zeroBytes > longestPlainExponent
  return isReducible
    ? plainPower(reduced, { head: reducedExponent(head, exponent.zeroBytes, modulus), zeroBytes: 0 }, modulus)
    : plainPower(reduced, { head, zeroBytes: exponent.zeroBytes }, modulus)
}

/** Moduli of up to four bytes, which EIP-198 hardly charges for, are factored; then exponents can be reduced. */
const reducibleModulus = 2n ** 32n
/** Bytes of an exponent that is not worth it. */
const longestPlainExponent = 64
/** No prime divides such a modulus more often. */
const mostFactors = 32

/**
 * An exponent with the same power of every base: the same modulo λ, so that units agree, and not below the number
 * of times a prime divides the modulus, so that its multiples vanish in both powers.
 */
function reducedExponent(head: Uint8Array, zeroBytes: number, modulus: bigint): Uint8Array {
  const lambda = carmichael(Number(modulus))
  const tail = binaryPower(2n, unsignedBytes(8 * zeroBytes), BigInt(lambda))
  const remainder = (BigInt(remainderOf(head, lambda)) * tail) % BigInt(lambda)
  return unsignedBytes(remainder + BigInt(lambda * Math.ceil(mostFactors / lambda)))
}

/**
 * As many bytes at a time as keep the dividend below 2^53, where the quotient rounds down correctly: if it is no
 * integer it is further away from one than a double can miss.
 */
function remainderOf(bytes: Uint8Array, divisor: number): number {
  const step = divisor <= 2 ** 21 ? 4 : 2
  let remainder = 0
  let at = 0
  for (; at < bytes.length % step; at++) remainder = (remainder * 256 + bytes[at]!) % divisor
  if (step === 2) {
    for (; at < bytes.length; at += 2) {
      const dividend = remainder * 0x1_0000 + (bytes[at]! * 256 + bytes[at + 1]!)
      remainder = dividend - Math.floor(dividend / divisor) * divisor
    }
    return remainder
  }
  for (; at < bytes.length; at += 4) {
    const high = bytes[at]! * 256 + bytes[at + 1]!
    const dividend = remainder * 0x1_0000_0000 + (high * 0x1_0000 + bytes[at + 2]! * 256 + bytes[at + 3]!)
    remainder = dividend - Math.floor(dividend / divisor) * divisor
  }
  return remainder
}

/** By squaring and multiplying; the exponent begins with a byte other than zero. */
function plainPower(reduced: bigint, { head, zeroBytes }: Exponent, modulus: bigint): bigint {
  if (modulus <= smallModulus) {
    const power = smallPower(Number(reduced), head, Number(modulus))
    return BigInt(smallSquarings(power, 8 * zeroBytes, Number(modulus)))
  }
  const power = head.length <= 4 ? binaryPower(reduced, head, modulus) : windowedPower(reduced, head, modulus)
  return squarings(power, 8 * zeroBytes, modulus)
}

function squarings(value: bigint, count: number, modulus: bigint): bigint {
  let power = value
  for (let i = 0; i < count && power > 1n; i++) power = (power * power) % modulus
  return power
}

function binaryPower(base: bigint, exponent: Uint8Array, modulus: bigint): bigint {
  let power = 1n
  for (const byte of exponent) {
    for (let bit = 7; bit >= 0; bit--) {
      if (power > 1n) power = (power * power) % modulus
      if ((byte >> bit) & 1) power = (power * base) % modulus
    }
  }
  return power
}

/** Four bits of the exponent at a time, with a table of the first sixteen powers. */
function windowedPower(base: bigint, exponent: Uint8Array, modulus: bigint): bigint {
  const powers = [1n]
  for (let i = 1; i < 16; i++) powers.push((powers[i - 1]! * base) % modulus)
  const advance = (power: bigint, digit: number): bigint => {
    const raised = squarings(power, 4, modulus)
    return digit === 0 ? raised : (raised * powers[digit]!) % modulus
  }
  let power = 1n
  for (const byte of exponent) power = advance(advance(power, byte >> 4), byte & 15)
  return power
}

/**
 * Up to this modulus a product is an exact double and its quotient by the modulus rounds down correctly:
 * a quotient below 2^26 that is no integer is at least 2^-26 away from one, more than a double can miss.
 */
const smallModulus = 2n ** 26n

const multiplySmall = (a: number, b: number, modulus: number): number => {
  const product = a * b
  return product - Math.floor(product / modulus) * modulus
}

/** EIP-198 asks least for moduli of few bytes with very long exponents, so these get arithmetic of their own. */
function smallPower(base: number, exponent: Uint8Array, modulus: number): number {
  const powers = [1]
  for (let i = 1; i < 16; i++) powers.push(multiplySmall(powers[i - 1]!, base, modulus))
  let power = 1
  for (const byte of exponent) {
    power = multiplySmall(smallSquarings(power, 4, modulus), powers[byte >> 4]!, modulus)
    power = multiplySmall(smallSquarings(power, 4, modulus), powers[byte & 15]!, modulus)
  }
  return power
}

function smallSquarings(value: number, count: number, modulus: number): number {
  let power = value
  for (let i = 0; i < count && power > 1; i++) power = multiplySmall(power, power, modulus)
  return power
}
