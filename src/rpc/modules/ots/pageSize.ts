import { invalidPageSize } from '../../errors/errors.ts'
import type { Codec } from '../../params/parameter.ts'
import { wholeNumber } from './blockNumber.ts'

/** Otterscan asks for 25; a search executes up to one block for each. */
const largestPage = 100

export const pageSize: Codec<number> = {
  schema: wholeNumber.schema,
  decode(value) {
    const size = wholeNumber.decode(value)
    if (size < 1 || size > largestPage) throw invalidPageSize(largestPage)
    return size
  },
}
