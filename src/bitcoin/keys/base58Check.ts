import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes, emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { toBigInt, unsignedBytes } from '../../primitives/integers.ts'

/*
 * Base58Check: bytes with a checksum, written as a number in base 58. Each leading zero byte is written as the digit
 * `1`.
 */

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base = BigInt(alphabet.length)
const checksumLength = 4

export function encodeBase58Check(payload: Uint8Array): string {
  return encodeBase58(concatBytes(payload, checksumOf(payload)))
}

/** The payload; undefined for a wrong character or checksum. Time grows with the square of the length. */
export function decodeBase58Check(text: string): Uint8Array | undefined {
  const bytes = decodeBase58(text)
  if (!bytes || bytes.length < checksumLength) return undefined
  const payload = bytes.subarray(0, bytes.length - checksumLength)
  return equalBytes(checksumOf(payload), bytes.subarray(payload.length)) ? payload : undefined
}

const checksumOf = (payload: Uint8Array): Uint8Array => doubleSha256(payload).subarray(0, checksumLength)

function encodeBase58(bytes: Uint8Array): string {
  let digits = ''
  for (let rest = toBigInt(bytes); rest > 0n; rest /= base) digits = alphabet[Number(rest % base)]! + digits
  return alphabet[0]!.repeat(leadingCount(bytes, 0)) + digits
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
