import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { selectState } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { blockReference, latestBlock } from '../../params/blockReference.ts'
import { optional, required } from '../../params/parameter.ts'

export const ethGetTransactionCount = defineMethod({
  name: 'eth_getTransactionCount',
  summary: 'The number of transactions that an account has sent; with `pending`, including its pending ones.',
  params: [required('address', address), optional('block', blockReference, latestBlock)],
  result: schema.quantity,
  cost: 2,
  upstream: 'state',
  handler([account, block], { node }) {
    if (block.selector === 'pending') return toQuantity(node.pool.nextNonce(account))
    return toQuantity(selectState(block, node).nonce(account))
  },
})
