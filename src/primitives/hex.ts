import { Buffer } from '../platform/buffer.ts'
import { DecodeError } from './errors.ts'

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const noDigit = 255
/** Character code → nibble, or `noDigit`. */
const nibbles = new Uint8Array(256).fill(noDigit)
for (let digit = 0; digit < 16; digit++) {
  nibbles[digit.toString(16).charCodeAt(0)] = digit
  nibbles[digit.toString(16).toUpperCase().charCodeAt(0)] = digit
}

/**
 * V8 stores the bytes of arrays up to this length inside the array, so that the first use of `buffer` would allocate
 * it.
 */
const inlineBytes = 64
const scratch = Buffer.alloc(inlineBytes)

/** Lower-case hex digits without prefix. */
export function toHexDigits(bytes: Uint8Array): string {
  const { length } = bytes
  if (length > inlineBytes) return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('hex')
  // From this length on Buffer's native encoder is faster.
  if (length > 12) {
    scratch.set(bytes)
    return scratch.toString('hex', 0, length)
  }
  let digits = ''
  for (let i = 0; i < bytes.length; i++) digits += pairs[bytes[i]!]
  return digits
}

/** Lower-case hex with `0x`; empty bytes are `0x`. */
export const toHex = (bytes: Uint8Array): string => `0x${toHexDigits(bytes)}`

/** Bytes of a hex string, with or without `0x`; an even number of digits, either case. */
export function fromHex(text: string, where = 'hex'): Uint8Array {
  const start = text.startsWith('0x') || text.startsWith('0X') ? 2 : 0
  const digits = text.length - start
  if (digits % 2 !== 0) throw new DecodeError(where, `has an odd number of hex digits (${digits})`)
  const bytes = new Uint8Array(digits / 2)
  if (bytes.length >= longBytes && isWrittenAtOnce(bytes, text, start)) return bytes
  for (let i = 0, at = start; i < bytes.length; i++, at += 2) {
    const high = nibbles[text.charCodeAt(at)] ?? noDigit
    const low = nibbles[text.charCodeAt(at + 1)] ?? noDigit
    if (high === noDigit || low === noDigit) {
      throw new DecodeError(
        where,
        `has a character that is not a hex digit at position ${high === noDigit ? at : at + 1}`,
      )
    }
    bytes[i] = (high << 4) | low
  }
  return bytes
}

/** The bytes of short hex with `0x` and an even number of digits; undefined for other text. */
export function prefixedBytes(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || text.charCodeAt(0) !== 48 || text.charCodeAt(1) !== 120) return undefined
  const bytes = new Uint8Array(text.length / 2 - 1)
  for (let i = 0, at = 2; i < bytes.length; i++, at += 2) {
    const high = nibbles[text.charCodeAt(at)] ?? noDigit
    const low = nibbles[text.charCodeAt(at + 1)] ?? noDigit
    if (high === noDigit || low === noDigit) return undefined
    bytes[i] = (high << 4) | low
  }
  return bytes
}

/** From this length on Buffer's native decoder is up to four times faster. */
const longBytes = 256

/**
 * False when the text is not ASCII, because the native decoder reads only the low byte of a character, and when it
 * stops at a wrong character, which the loop then reports.
 */
const isWrittenAtOnce = (bytes: Uint8Array, text: string, start: number): boolean =>
  Buffer.byteLength(text) === text.length &&
  Buffer.from(bytes.buffer).write(text.slice(start), 'hex') === bytes.length
