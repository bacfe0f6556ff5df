import { notArray, tooManyItems, wrongType } from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'

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
