import { asHash, type Hash } from '../../../../primitives/bytes.ts'
import { fromHex } from '../../../../primitives/hex.ts'
import { unreadable } from '../../../errors/errors.ts'
import * as schema from '../../../json/schema.ts'
import type { Codec } from '../../../params/parameter.ts'
import { text } from '../../../params/plain.ts'
import { evenDigits, hexDigitsOf } from '../../../params/text.ts'

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
