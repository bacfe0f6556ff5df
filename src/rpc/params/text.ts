import { isJsonObject } from '../json/json.ts'

/**
 * A JSON value as the text that most parameters are read from: numbers and booleans are taken as they are
 * written, and what cannot be text is recognisable as such.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return '['
  return isJsonObject(value) ? '{' : String(value)
}

const hex = /^[0-9a-f]*$/i

/** The digits of hex text with or without `0x`; undefined when it is anything else. */
export function hexDigitsOf(text: string): string | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  return hex.test(digits) ? digits : undefined
}

/** An odd number of digits is missing a zero in front. */
export const evenDigits = (digits: string): string => (digits.length % 2 === 0 ? digits : `0${digits}`)
