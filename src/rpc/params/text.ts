import { isJsonObject } from '../json/json.ts'

/**
 * A JSON value as the text that most parameters are decoded from: numbers and booleans as they are written, arrays and
 * objects as a bracket, which no parameter accepts.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return '['
  return isJsonObject(value) ? '{' : String(value)
}

const hex = /^[0-9a-f]*$/i

/** The digits of hex text with or without `0x`; undefined for other text. */
export function hexDigitsOf(text: string): string | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  return hex.test(digits) ? digits : undefined
}

/** Adds a leading zero to an odd number of digits. */
export const evenDigits = (digits: string): string => (digits.length % 2 === 0 ? digits : `0${digits}`)
