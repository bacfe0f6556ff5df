import { emptyBytes } from './bytes.ts'
import { toHexDigits } from './hex.ts'

/** The unsigned big-endian number in `bytes`; empty is 0. */
export function toBigInt(bytes: Uint8Array): bigint {
  if (bytes.length <= 6) return BigInt(smallNumber(bytes))
  return BigInt(`0x${toHexDigits(bytes)}`)
}

/** The two's complement big-endian number in `bytes`; empty is 0. */
export function toSignedBigInt(bytes: Uint8Array): bigint {
  const value = toBigInt(bytes)
  return bytes.length > 0 && bytes[0]! >= 0x80 ? value - (1n << BigInt(8 * bytes.length)) : value
}

/** The unsigned big-endian number in `bytes`, or undefined when it exceeds 2^53 - 1. */
export function toSafeNumber(bytes: Uint8Array): number | undefined {
  let start = 0
  while (start < bytes.length && bytes[start] === 0) start++
  if (bytes.length - start > 7) return undefined
  const value = smallNumber(bytes, start)
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined
}

function smallNumber(bytes: Uint8Array, start = 0): number {
  let value = 0
  for (let i = start; i < bytes.length; i++) value = value * 256 + bytes[i]!
  return value
}

/** Minimal unsigned big-endian bytes of a non-negative integer; 0 is empty. */
export function unsignedBytes(value: bigint | number): Uint8Array {
  if (value < 0) throw new RangeError(`${value} is negative`)
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(`${value} is not a safe integer`)
  if (value <= 0xffffffff) return smallBytes(Number(value))
  const digits = value.toString(16)
  return bigEndian(digits.length % 2 === 0 ? digits : `0${digits}`)
}

function smallBytes(value: number): Uint8Array {
  if (value === 0) return emptyBytes
  const length = value > 0xffffff ? 4 : value > 0xffff ? 3 : value > 0xff ? 2 : 1
  const bytes = new Uint8Array(length)
  for (let i = length - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest & 0xff
  return bytes
}

/**
 * Minimal two's complement big-endian bytes, never empty: 0 is `00`, 127 is `7f`, 128 is `0080`, -1 is `ff`.
 * Headers and account balances hold their integers in this form.
 */
export function signedBytes(value: bigint): Uint8Array {
  const magnitude = value < 0n ? -value - 1n : value
  let digits = magnitude.toString(16)
  if (digits.length % 2 !== 0) digits = `0${digits}`
  const bytes = bigEndian(digits)
  const signed = bytes[0]! >= 0x80 ? new Uint8Array([0, ...bytes]) : bytes
  return value < 0n ? signed.map((byte) => ~byte) : signed
}

const bigEndian = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'))

/** `value` modulo 2^256 as 32 big-endian bytes. */
export function wordBytes(value: bigint): Uint8Array {
  return bigEndian(BigInt.asUintN(256, value).toString(16).padStart(64, '0'))
}
