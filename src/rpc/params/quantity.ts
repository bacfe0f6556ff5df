import { bytesToQuantity } from '../../primitives/quantity.ts'
import {
  indexNotHex,
  indexOutOfRange,
  indexTooLong,
  invalidNumber,
  invalidSeconds,
  lettersInNumber,
  numberTooLong,
} from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import { data } from './data.ts'
import type { Codec } from './parameter.ts'
import { textOf } from './text.ts'

const maximumTextLength = 66

/** A number in hex with `0x` or in decimal, as text or as a JSON number. */
export const quantity: Codec<bigint> = {
  schema: schema.quantity,
  decode(value) {
    const text = textOf(value)
    if (text.length > maximumTextLength) throw numberTooLong(text)
    if (text === '0x') return 0n
    if (/^0x[0-9a-fA-F]+$/.test(text)) return BigInt(text)
    if (/^[0-9]+$/.test(text)) return BigInt(text)
    if (/^[0-9a-f]*$/i.test(text)) throw lettersInNumber()
    throw invalidNumber(text)
  },
}

/** Hex with `0x` in lower case only. */
const strictHex = (what: 'index' | 'duration', maximum: bigint): Codec<number> => ({
  schema: schema.quantity,
  decode(value) {
    const text = textOf(value)
    if (text.length > maximumTextLength) throw indexTooLong(text)
    if (text === '' || text === '0x') throw indexOutOfRange(what)
    if (!/^0x[0-9a-f]+$/.test(text)) throw indexNotHex(text)
    const number = BigInt(text)
    if (number > maximum) throw indexOutOfRange(what)
    return Number(number)
  },
})

/** The position of a transaction or an uncle in its block. */
export const index = strictHex('index', 2n ** 31n - 1n)

const milliseconds = strictHex('duration', 2n ** 63n - 1n)

/** Milliseconds; empty text stands for the default. */
export const duration: Codec<number | undefined> = {
  schema: schema.quantity,
  decode: (value) => (value === '' ? undefined : milliseconds.decode(value)),
}

/** How many items a caller wants, in hex or decimal; more than `maximum` counts as that. */
export const countUpTo = (maximum: number): Codec<number> => ({
  schema: schema.eitherOf(schema.quantity, { type: 'integer' }),
  decode(value) {
    const count = quantity.decode(value)
    return count > BigInt(maximum) ? maximum : Number(count)
  },
})

/** Whole seconds in hex with `0x` or in decimal, which may be negative. */
export const seconds: Codec<number> = {
  schema: schema.eitherOf(schema.quantity, { type: 'integer' }),
  decode(value) {
    const text = textOf(value)
    if (text.length > 66 || !/^(0x[0-9a-f]+|[+-]?[0-9]+)$/i.test(text)) throw invalidSeconds(text)
    const number = Number(text)
    if (!Number.isSafeInteger(number)) throw invalidSeconds(text)
    return number
  },
}

/** The id of a filter in the form that eth_newFilter answered, however the client writes it. */
export const filterId: Codec<string> = {
  schema: schema.quantity,
  decode: (value) => bytesToQuantity(data.decode(value)),
}
