import { asHash, type Hash } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { invalidHashFormat, invalidHashLength, unreadable } from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'
import { evenDigits, hexDigitsOf, text, textOf } from './text.ts'

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
export const codeHash = hashOf('code hash')

/**
 * Bytes that should be a hash; the `rsk` and `debug` methods of the reference node check their number late or never.
 */
export const bareHash: Codec<Uint8Array> = {
  schema: schema.hash,
  decode(value) {
    const digits = hexDigitsOf(text.decode(value))
    if (digits === undefined) throw unreadable('the hash is not hex')
    return fromHex(evenDigits(digits))
  },
}

/** Throws unless the bytes have the length of a hash. */
export function expectHash(bytes: Uint8Array): Hash {
  if (bytes.length !== 32) throw unreadable(`a hash has 32 bytes, not ${bytes.length}`)
  return asHash(bytes)
}
