import { asHash, type Hash } from '../../../../primitives/bytes.ts'
import { fromHex } from '../../../../primitives/hex.ts'
import { unreadable } from '../../../errors/errors.ts'
import * as schema from '../../../json/schema.ts'
import type { Codec } from '../../../params/parameter.ts'
import { text } from '../../../params/plain.ts'
import { evenDigits, hexDigitsOf } from '../../../params/text.ts'

/** Bytes that should be a hash; methods of the chain's own module look at their number only when they need it. */
export const bareHash: Codec<Uint8Array> = {
  schema: schema.hash,
  decode(value) {
    const digits = hexDigitsOf(text.decode(value))
    if (digits === undefined) throw unreadable('the hash is not hex')
    return fromHex(evenDigits(digits))
  },
}

/** The hash, which must be one now. */
export function expectHash(bytes: Uint8Array): Hash {
  if (bytes.length !== 32) throw unreadable(`a hash has 32 bytes, not ${bytes.length}`)
  return asHash(bytes)
}
