import { toQuantity } from '../../primitives/quantity.ts'
import { defineMethod } from '../method.ts'
import { address } from '../params/address.ts'
import { blockReference, latestBlock } from '../params/block.ts'
import { optional, required } from '../params/parameter.ts'
import * as schema from '../schema.ts'
import { selectState } from '../selection.ts'

export const ethGetTransactionCount = defineMethod({
  name: 'eth_getTransactionCount',
  summary: 'Number of transactions an account has sent; with `pending`, those that wait for a block too.',
  params: [required('address', address), optional('block', blockReference, latestBlock)],
  result: schema.quantity,
  cost: 2,
  handler([account, block], { node }) {
    if (block.selector === 'pending') return toQuantity(node.pool.nextNonce(account))
    return toQuantity(selectState(block, node).nonce(account))
  },
})
