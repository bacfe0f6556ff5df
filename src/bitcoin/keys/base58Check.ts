import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes, emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'

/*
 * Base58Check: bytes with a checksum, written as a number in base 58. Each leading zero byte is written as the digit
 * `1`.
 */

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base = BigInt(alphabet.length)
const fiveDigits = 58 ** 5
const reciprocal = 1 / fiveDigits
const digitsPerByte = Math.log(256) / Math.log(58)
const checksumLength = 4

export function encodeBase58Check(payload: Uint8Array): string {
  const bytes = new Uint8Array(payload.length + checksumLength)
  const checksum = doubleSha256(payload)
  bytes.set(payload)
  for (let at = 0; at < checksumLength; at++) bytes[payload.length + at] = checksum[at]!
  return encodeBase58(bytes)
}

/** The payload; undefined for a wrong character or checksum. Time grows with the square of the length. */
export function decodeBase58Check(text: string): Uint8Array | undefined {
  const bytes = decodeBase58(text)
  if (!bytes || bytes.length < checksumLength) return undefined
  const payload = bytes.subarray(0, bytes.length - checksumLength)
  return equalBytes(checksumOf(payload), bytes.subarray(payload.length)) ? payload : undefined
}

const checksumOf = (payload: Uint8Array): Uint8Array => doubleSha256(payload).subarray(0, checksumLength)

/**
 * Divides by 58^5 again and again. With limbs of 16 bits a dividend is a safe integer and a quotient an integer of 16 bits,
 * which the product with the reciprocal misses by one at most. A string that grows by single characters would be a tree.
 */
function encodeBase58(bytes: Uint8Array): string {
  const zeros = leadingCount(bytes, 0)
  const limbs = limbsOf(bytes)
  const digits = Buffer.allocUnsafe(zeros + Math.ceil(digitsPerByte * (bytes.length - zeros)))
  let start = digits.length
  for (let first = leadingCount(limbs, 0); first < limbs.length; ) {
    let rest = 0
    for (let at = first; at < limbs.length; at++) {
      const dividend = rest * 0x10000 + limbs[at]!
      let quotient = (dividend * reciprocal) | 0
      rest = dividend - quotient * fiveDigits
      if (rest < 0) {
        quotient--
        rest += fiveDigits
      } else if (rest >= fiveDigits) {
        quotient++
        rest -= fiveDigits
      }
      limbs[at] = quotient
    }
    while (first < limbs.length && limbs[first] === 0) first++
    // The highest digits are written without leading zeros.
    for (let left = 5, value = rest | 0; left > 0 && (value > 0 || first < limbs.length); left--) {
      digits[--start] = alphabet.charCodeAt(value % 58)
      value = (value / 58) | 0
    }
  }
  const end = start
  for (; start > end - zeros; start--) digits[start - 1] = alphabet.charCodeAt(0)
  return digits.toString('latin1', start)
}

/** The bytes in pairs, the highest first. */
function limbsOf(bytes: Uint8Array): Uint16Array {
  const limbs = new Uint16Array((bytes.length + 1) >> 1)
  for (let limb = limbs.length - 1, at = bytes.length - 1; at >= 0; limb--, at -= 2) {
    limbs[limb] = bytes[at]! | (at > 0 ? bytes[at - 1]! << 8 : 0)
  }
  return limbs
}

function decodeBase58(text: string): Uint8Array | undefined {
  const digits = Array.from(text, (character) => alphabet.indexOf(character))
  if (digits.includes(-1)) return undefined
  const value = digits.reduce((sum, digit) => sum * base + BigInt(digit), 0n)
  const zeros = leadingCount(digits, 0)
  return concatBytes(zeros === 0 ? emptyBytes : new Uint8Array(zeros), unsignedBytes(value))
}

function leadingCount(values: ArrayLike<number>, value: number): number {
  let count = 0
  while (count < values.length && values[count] === value) count++
  return count
}
