import { toHexDigits } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { blockHashNotFound } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'

export const ethGetUncleCountByBlockHash = defineMethod({
  name: 'eth_getUncleCountByBlockHash',
  summary: 'Number of uncles of a block.',
  params: [required('blockHash', blockHash)],
  result: schema.quantity,
  cost: 2,
  asks: blockHashOf('blockHash'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler([hash], { node }) {
    const block = node.chain.block(hash)
    if (block === undefined) throw blockHashNotFound(toHexDigits(hash))
    return toQuantity(block.uncles.length)
  },
})
