import { stripLeadingZeros } from '../primitives/bytes.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { carmichael } from './carmichael.ts'
import { type Exponent, shortPower } from './shortPower.ts'

/*
 * Modular exponentiation for exponents of any length. Exponents are bytes. Their trailing zero bytes, which a caller
 * may imply without sending them, take squarings but no memory.
 */

/** base^exponent mod modulus, for a positive modulus. 0^0 is 1. */
export function modularPower(base: bigint, exponent: Exponent, modulus: bigint): bigint {
  if (modulus === 1n) return 0n
  const head = stripLeadingZeros(exponent.head)
  if (head.length === 0) return 1n
  const reduced = base % modulus
  if (reduced <= 1n) return reduced
  const isReducible =
    modulus <= reducibleModulus && head.length + exponent.zeroBytes > maximumPlainExponentLength
  return isReducible
    ? plainPower(reduced, { head: reducedExponent(head, exponent.zeroBytes, modulus), zeroBytes: 0 }, modulus)
    : plainPower(reduced, { head, zeroBytes: exponent.zeroBytes }, modulus)
}

/** Moduli of up to four bytes, for which EIP-198 charges little, are factored to reduce their exponents. */
const reducibleModulus = 2n ** 32n
/** Up to this length of the exponent, factoring the modulus takes longer than it saves. */
const maximumPlainExponentLength = 64
/** A prime divides a modulus of up to 2^32 at most this many times. */
const maximumFactors = 32

/**
 * A shorter exponent that gives the same power of every base. It is equal modulo λ, so that powers of units agree, and
 * at least the number of times that any prime divides the modulus, so that powers of other bases agree too.
 */
function reducedExponent(head: Uint8Array, zeroBytes: number, modulus: bigint): Uint8Array {
  const lambda = carmichael(Number(modulus))
  const tail = binaryPower(2n, unsignedBytes(8 * zeroBytes), BigInt(lambda))
  const remainder = (BigInt(remainderOf(head, lambda)) * tail) % BigInt(lambda)
  return unsignedBytes(remainder + BigInt(lambda * Math.ceil(maximumFactors / lambda)))
}

/**
 * Takes as many bytes at a time as keep the dividend below 2^53. Then the quotient rounds down correctly: a
 * quotient that is not an integer differs from the next one by more than the error of a double.
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

/** Squares and multiplies. The first byte of the exponent is not zero. */
function plainPower(reduced: bigint, { head, zeroBytes }: Exponent, modulus: bigint): bigint {
  if (modulus <= smallModulus) {
    const power = smallPower(Number(reduced), head, Number(modulus))
    return BigInt(smallSquarings(power, 8 * zeroBytes, Number(modulus)))
  }
  const isShort = modulus <= shortModulus
  if (isShort && head.length + zeroBytes > maximumBinaryExponentLength) {
    return shortPower(reduced, { head, zeroBytes }, modulus)
  }
  const power =
    head.length <= maximumBinaryExponentLength
      ? binaryPower(reduced, head, modulus)
      : windowedPower(reduced, head, modulus)
  return squarings(power, 8 * zeroBytes, modulus)
}

/** Up to this length of the exponent, a table of powers takes longer than it saves. */
const maximumBinaryExponentLength = 4
/** Up to this modulus our WebAssembly is faster than BigInt. */
const shortModulus = 2n ** 512n - 1n

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
 * a quotient below 2^26 that is not an integer differs from the next one by at least 2^-26, more than the
 * error of a double.
 */
const smallModulus = 2n ** 26n

const multiplySmall = (a: number, b: number, modulus: number): number => {
  const product = a * b
  return product - Math.floor(product / modulus) * modulus
}

/** EIP-198 charges least for short moduli with very long exponents, so these are computed with doubles. */
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
