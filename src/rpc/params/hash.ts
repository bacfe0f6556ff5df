import { asHash, type Hash } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { invalidHashFormat, invalidHashLength } from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'
import { evenDigits, hexDigitsOf, textOf } from './text.ts'

/** 32 bytes with or without `0x`; one leading zero may be missing. */
const hashOf = (what: string): Codec<Hash> => ({
  schema: schema.hash,
  decode(value) {
    const text = textOf(value)
    if (text.length < 64 || text.length > 66) throw invalidHashLength(what)
    const digits = hexDigitsOf(text)
    if (digits === undefined) throw invalidHashFormat(what)
    if (digits.length < 63 || digits.length > 64) throw invalidHashLength(what)
    return asHash(fromHex(evenDigits(digits)))
  },
})

export const blockHash = hashOf('block hash')
export const transactionHash = hashOf('transaction hash')
export const topic = hashOf('topic')
