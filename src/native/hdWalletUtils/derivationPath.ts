/*
 * Derivation paths such as `2/0/17`. The reference node reads the levels with Java's integer parser, which allows a
 * sign and the decimal digits of every script in the Basic Multilingual Plane.
 */

const maximumLevels = 10
const maximumLevel = 2 ** 31 - 1

/**
 * The zeros of the scripts with decimal digits (Unicode's category Nd); each is followed by its nine other digits. Listed,
 * so that the answer does not depend on the Unicode version of the runtime.
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

/** -1 when the character at the position is not a digit. */
const digitAt = (text: string, position: number): number => digitValues[text.charCodeAt(position)] ?? -1

/** The levels of a path; undefined for malformed text. */
export function parseDerivationPath(path: string): number[] | undefined {
  if (digitAt(path, 0) < 0 || digitAt(path, path.length - 1) < 0) return undefined
  const parts = path.split('/', maximumLevels + 1)
  if (parts.length > maximumLevels) return undefined
  const levels = parts.map(parseLevel)
  return levels.every((level) => level !== undefined) ? levels : undefined
}

/** A level from 0 to 2^31 - 1; `-0` counts as 0. */
function parseLevel(text: string): number | undefined {
  const digits = text.startsWith('+') || text.startsWith('-') ? text.slice(1) : text
  if (digits.length === 0) return undefined
  let level = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digitAt(digits, i)
    if (digit < 0) return undefined
    level = level * 10 + digit
    if (level > maximumLevel) return undefined
  }
  return text.startsWith('-') && level > 0 ? undefined : level
}
