import { fromHex } from '../../primitives/hex.ts'
import { invalidDataFormat, invalidKeyFormat, invalidSha3Input, unreadable } from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'
import { evenDigits, hexDigitsOf, textOf } from './text.ts'

/** Any bytes, with or without `0x`; a leading zero digit may be missing. */
export const data: Codec<Uint8Array> = {
  schema: schema.data,
  decode(value) {
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
