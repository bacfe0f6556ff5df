/*
 * Derivation paths such as `2/0/17`. The reference node reads the levels with Java's integer parser, which allows a
 * sign and the decimal digits of every script in the Basic Multilingual Plane.
 */

const maximumLevels = 10
const maximumLevel = 2 ** 31 - 1

/** The value of each UTF-16 code as a decimal digit, otherwise -1; the ten digits of a script are consecutive. */
const digitValues = new Int8Array(0x10000).fill(-1)
const basicPlane = Array.from(digitValues, (_, code) => String.fromCharCode(code)).join('')
for (const { index: code } of basicPlane.matchAll(/\p{Nd}/gu)) digitValues[code] = digitValues[code - 1]! + 1

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
