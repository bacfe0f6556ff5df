import { Buffer } from '../platform/buffer.ts'
import { emptyBytes } from './bytes.ts'
import { toHexDigits } from './hex.ts'

/*
 * Numbers of up to 32 bytes are converted through one word of memory, 64 bits at a time, which takes a third of the
 * time of a conversion through hex digits.
 */
const wordLength = 32
const word = new Uint8Array(wordLength)
const wordView = new DataView(word.buffer)

/** The unsigned big-endian number in `bytes`; empty is 0. */
export function toBigInt(bytes: Uint8Array): bigint {
  return toBigIntBetween(bytes, 0, bytes.length)
}

/** `toBigInt` of the bytes from `from` to `to`, without a subarray. */
export function toBigIntBetween(bytes: Uint8Array, from: number, to: number): bigint {
  const length = to - from
  if (length <= 6) {
    let small = 0
    for (let i = from; i < to; i++) small = small * 256 + bytes[i]!
    return BigInt(small)
  }
  if (length > wordLength) return BigInt(`0x${toHexDigits(bytes.subarray(from, to))}`)
  const start = wordLength - length
  word.fill(0, start & ~7, start)
  for (let i = from, at = start; i < to; i++, at++) word[at] = bytes[i]!
  let value = wordView.getBigUint64(24)
  if (length > 8) value |= wordView.getBigUint64(16) << 64n
  if (length > 16) value |= wordView.getBigUint64(8) << 128n
  if (length > 24) value |= wordView.getBigUint64(0) << 192n
  return value
}

/** The two's complement big-endian number in `bytes`; empty is 0. */
export function toSignedBigInt(bytes: Uint8Array): bigint {
  const value = toBigInt(bytes)
  return bytes.length > 0 && bytes[0]! >= 0x80 ? value - (1n << BigInt(8 * bytes.length)) : value
}

/** The unsigned big-endian number in `bytes`, or undefined when it exceeds 2^53 - 1. */
export function toSafeNumber(bytes: Uint8Array): number | undefined {
  const { length } = bytes
  let start = 0
  while (start < length && bytes[start] === 0) start++
  if (length - start > 7) return undefined
  let value = 0
  for (let i = start; i < length; i++) value = value * 256 + bytes[i]!
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined
}

/** Minimal unsigned big-endian bytes of a non-negative integer; 0 is empty. */
export function unsignedBytes(value: bigint | number): Uint8Array {
  if (value < 0) throw new RangeError(`${value} is negative`)
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(`${value} is not a safe integer`)
  if (value <= 0xffffffff) return smallBytes(Number(value))
  const integer = BigInt(value)
  if (integer >> 128n === 0n) return word.slice(firstByteOf(integer))
  if (integer >> 256n === 0n) return word.slice(firstByteOfLarge(integer))
  const digits = integer.toString(16)
  return bigEndian(digits.length % 2 === 0 ? digits : `0${digits}`)
}

/**
 * Writes a positive number below 2^128 to the end of the word; returns the offset of its first byte that is not zero.
 */
function firstByteOf(value: bigint): number {
  wordView.setBigUint64(24, value)
  wordView.setBigUint64(16, value >> 64n)
  let start = 16
  while (word[start] === 0) start++
  return start
}

/** The same for a number below 2^256. */
function firstByteOfLarge(value: bigint): number {
  wordView.setBigUint64(24, value)
  wordView.setBigUint64(16, value >> 64n)
  wordView.setBigUint64(8, value >> 128n)
  wordView.setBigUint64(0, value >> 192n)
  let start = 0
  while (word[start] === 0) start++
  return start
}

function smallBytes(value: number): Uint8Array {
  if (value === 0) return emptyBytes
  const length = value > 0xffffff ? 4 : value > 0xffff ? 3 : value > 0xff ? 2 : 1
  const bytes = new Uint8Array(length)
  for (let i = length - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest & 0xff
  return bytes
}

/**
 * Minimal two's complement big-endian bytes, never empty: 0 is `00`, 127 is `7f`, 128 is `0080`, -1 is `ff`. Headers
 * and account balances use this form.
 */
export function signedBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(1)
  if (value > 0n && value >> 120n === 0n) {
    const start = firstByteOf(value)
    // The byte before is zero, because the number has at most fifteen bytes.
    return word.slice(word[start]! >= 0x80 ? start - 1 : start)
  }
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
  // `setBigUint64` takes its value modulo 2^64; a shift keeps the sign.
  wordView.setBigUint64(24, value)
  const upper = value >> 64n
  if (upper === 0n) {
    word.fill(0, 0, 24)
  } else {
    wordView.setBigUint64(16, upper)
    wordView.setBigUint64(8, value >> 128n)
    wordView.setBigUint64(0, value >> 192n)
  }
  return word.slice()
}
