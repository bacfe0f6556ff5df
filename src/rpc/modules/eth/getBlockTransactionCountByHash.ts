import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'

export const ethGetBlockTransactionCountByHash = defineMethod({
  name: 'eth_getBlockTransactionCountByHash',
  summary: 'The number of transactions of a block; null for an unknown block.',
  params: [required('blockHash', blockHash)],
  result: schema.nullable(schema.quantity),
  cost: 2,
  handler([hash], { node }) {
    const block = node.chain.block(hash)
    return block === undefined ? null : toQuantity(block.transactions.length)
  },
})
