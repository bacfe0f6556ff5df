import { helperRefused } from '../../errors/errors.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'

const largest = 2n ** 64n - 1n

/** A nonce of at most eight bytes. */
export const nonce: Codec<bigint> = {
  schema: quantity.schema,
  decode(value) {
    const number = quantity.decode(value)
    if (number > largest) throw helperRefused('a nonce has at most 8 bytes')
    return number
  },
}
