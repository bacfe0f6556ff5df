import { minimumGasLimit } from '../../../protocol/gasBounds.ts'
import { helperRefused } from '../../errors/errors.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'

const largest = BigInt(Number.MAX_SAFE_INTEGER)

/** A gas limit that Rootstock's blocks may have. */
export const blockGasLimit: Codec<bigint> = {
  schema: quantity.schema,
  decode(value) {
    const limit = quantity.decode(value)
    if (limit < minimumGasLimit || limit > largest) {
      throw helperRefused(`the gas limit of a block is from ${minimumGasLimit} to ${largest}`)
    }
    return limit
  },
}
