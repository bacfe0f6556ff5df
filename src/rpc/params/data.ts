import { leftPad } from '../../primitives/bytes.ts'
import { fromHex, prefixedBytes } from '../../primitives/hex.ts'
import {
  dataTooLong,
  invalidDataFormat,
  invalidKeyFormat,
  invalidSha3Input,
  unreadable,
} from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'
import { evenDigits, hexDigitsOf, textOf } from './text.ts'

/** Longer text is decoded faster in two passes. */
const maximumShortText = 512

/** Any bytes, with or without `0x`; a leading zero digit may be missing. */
export const data: Codec<Uint8Array> = {
  schema: schema.data,
  decode(value) {
    const usual =
      typeof value === 'string' && value.length <= maximumShortText ? prefixedBytes(value) : undefined
    if (usual !== undefined) return usual
    const digits = hexDigitsOf(textOf(value))
    if (digits === undefined) throw invalidDataFormat()
    return fromHex(evenDigits(digits))
  },
}

/** The input of web3_sha3: at least one digit, and the prefix is required. */
export const prefixedData: Codec<Uint8Array> = {
  schema: schema.data,
  decode(value) {
    if (typeof value !== 'string' || !/^0x[0-9a-fA-F]+$/.test(value)) throw invalidSha3Input()
    return fromHex(evenDigits(value.slice(2)))
  },
}

/** A private key in whole bytes; the wallet checks their number. */
export const privateKey: Codec<Uint8Array> = {
  schema: schema.data,
  decode(value) {
    const text = textOf(value)
    const digits = hexDigitsOf(text)
    // The message repeats the text only when it cannot be a key, because a key is secret.
    if (digits === undefined) throw invalidKeyFormat(text)
    if (digits.length % 2 !== 0) throw unreadable('the key has an odd number of hex digits')
    return fromHex(digits)
  },
}

/** At most `length` bytes; leading zeros may be missing. */
export const dataOf = (length: number): Codec<Uint8Array> => ({
  schema: sized(length),
  decode(value) {
    const bytes = data.decode(value)
    if (bytes.length > length) throw dataTooLong(bytes.length, length)
    return leftPad(bytes, length)
  },
})

const sized = (length: number): schema.Schema => ({ type: 'string', pattern: `^0x[0-9a-f]{${2 * length}}$` })
