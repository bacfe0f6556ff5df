import { toQuantity } from '../../../primitives/quantity.ts'
import { invalidBlockNumber, invalidPageSize } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { BlockReference } from '../../params/blockReference.ts'
import type { Codec } from '../../params/parameter.ts'
import { textOf } from '../../params/text.ts'

/** Otterscan writes block numbers as JSON numbers. */
export const orNumber = <Reference extends BlockReference>(codec: Codec<Reference>): Codec<Reference> => ({
  schema: schema.eitherOf(codec.schema, schema.number),
  decode: (value) => codec.decode(isNumber(value) ? toQuantity(value) : value),
})

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** A whole number of at least 0, as a JSON number, in hex or in decimal. */
export const wholeNumber: Codec<number> = {
  schema: schema.eitherOf(schema.number, schema.quantity),
  decode(value) {
    const text = textOf(value)
    const number = /^(0x[0-9a-f]{1,14}|[0-9]{1,16})$/i.test(text) ? Number(text) : Number.NaN
    if (!isNumber(number)) throw invalidBlockNumber(text)
    return number
  },
}

/** Otterscan asks for 25; a search executes up to one block for each. */
const maximumPage = 100

export const pageSize: Codec<number> = {
  schema: wholeNumber.schema,
  decode(value) {
    const size = wholeNumber.decode(value)
    if (size < 1 || size > maximumPage) throw invalidPageSize(maximumPage)
    return size
  },
}
