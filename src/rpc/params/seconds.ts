import { invalidSeconds } from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'
import { textOf } from './text.ts'

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
