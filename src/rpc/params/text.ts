import { notArray, tooManyItems, wrongType } from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'

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

/** Text; numbers and booleans are read as they are written. */
export const text: Codec<string> = {
  schema: schema.text,
  decode(value) {
    if (typeof value === 'object') throw wrongType()
    return String(value)
  },
}

/** A boolean, also as text in any letter case or as a number. */
export const boolean: Codec<boolean> = {
  schema: schema.boolean,
  decode(value) {
    if (typeof value === 'boolean') return value
    if (Number.isInteger(value)) return value !== 0
    const word = typeof value === 'string' ? value.toLowerCase() : undefined
    if (word !== 'true' && word !== 'false' && word !== '') throw wrongType()
    return word === 'true'
  },
}

/** An array of at most `maximum` items; the codec of the items refuses null. */
export const listOf = <T>(item: Codec<T>, what: string, maximum: number): Codec<readonly T[]> => ({
  schema: schema.arrayOf(item.schema),
  decode(value) {
    if (!Array.isArray(value)) throw notArray()
    if (value.length > maximum) throw tooManyItems(what, maximum)
    return value.map((entry) => item.decode(entry))
  },
})
