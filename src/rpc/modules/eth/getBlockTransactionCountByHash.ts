import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { shownTransactions } from '../../shapes/shownTransactions.ts'

export const ethGetBlockTransactionCountByHash = defineMethod({
  name: 'eth_getBlockTransactionCountByHash',
  summary: 'The number of transactions of a block; null for an unknown block.',
  params: [required('blockHash', blockHash)],
  result: schema.nullable(schema.quantity),
  cost: 2,
  asks: blockHashOf('blockHash'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler([hash], { node, settings }) {
    const block = node.chain.block(hash)
    if (block === undefined) return null
    return toQuantity(shownTransactions(block, settings.development?.skipsRemasc === true).length)
  },
})
