import { Buffer, isUtf8 } from '../../platform/buffer.ts'

/*
 * Derivation paths such as `2/0/17`. The reference node reads the levels with Java's integer parser, which allows a
 * sign and the decimal digits of every script in the Basic Multilingual Plane.
 */

const maximumLevels = 10
const maximumLevel = 2 ** 31 - 1

/**
 * The zeros of the scripts with decimal digits (Unicode's category Nd); each is followed by its nine other digits. They
 * are listed so that the result does not depend on the Unicode version of the runtime.
 */
const scriptZeros = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
  0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
  0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
]
const digitValues = new Int8Array(0x10000).fill(-1)
for (const zero of scriptZeros) {
  for (let value = 0; value < 10; value++) digitValues[zero + value] = value
}

const zero = 0x30
const slash = 0x2f
const plus = 0x2b
const minus = 0x2d

/**
 * The levels of a path in UTF-8; undefined for malformed text. Numbers may have leading zeros, so a path may have any
 * length. It is parsed as bytes, because V8 takes 7 ns for each byte of a string that is not ASCII.
 */
export function parseDerivationPath(path: Uint8Array): number[] | undefined {
  if (path.length === 0 || path[0] === plus || path[0] === minus || !isUtf8(path)) return undefined
  const levels: number[] = []
  const searched = Buffer.from(path.buffer, path.byteOffset, path.length)
  for (let start = 0; start <= path.length; ) {
    const separator = searched.indexOf(slash, start)
    const end = separator < 0 ? path.length : separator
    const level = levels.length < maximumLevels ? parseLevel(path, start, end) : undefined
    if (level === undefined) return undefined
    levels.push(level)
    start = end + 1
  }
  return levels
}

/** A level from 0 to 2^31 - 1; `-0` counts as 0. */
function parseLevel(path: Uint8Array, start: number, end: number): number | undefined {
  const isNegative = path[start] === minus
  const first = isNegative || path[start] === plus ? start + 1 : start
  if (first >= end) return undefined
  let level = 0
  for (let at = skipZeros(path, first, end); at < end; at += lengthAt(path, at)) {
    const digit = digitValues[characterAt(path, at)]!
    if (digit < 0) return undefined
    level = level * 10 + digit
    if (level > maximumLevel) return undefined
  }
  return isNegative && level > 0 ? undefined : level
}

/** A path may have a million leading zeros at no additional price. */
function skipZeros(path: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end) {
    if (path[at] === zero) at++
    else if (path[at]! >= 0x80 && digitValues[characterAt(path, at)] === 0) at += lengthAt(path, at)
    else break
  }
  return at
}

const lengthAt = (path: Uint8Array, at: number): number =>
  path[at]! < 0x80 ? 1 : path[at]! < 0xe0 ? 2 : path[at]! < 0xf0 ? 3 : 4

/** The character of well-formed UTF-8. Characters of four bytes, which are not digits here, become a slash. */
function characterAt(path: Uint8Array, at: number): number {
  const first = path[at]!
  if (first < 0x80) return first
  const second = path[at + 1]! & 0x3f
  if (first < 0xe0) return ((first & 0x1f) << 6) | second
  return first < 0xf0 ? ((first & 0x0f) << 12) | (second << 6) | (path[at + 2]! & 0x3f) : slash
}
