import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { selectState } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { blockReference, latestBlock } from '../../params/blockReference.ts'
import { optional, required } from '../../params/parameter.ts'

export const ethGetBalance = defineMethod({
  name: 'eth_getBalance',
  summary: 'The balance of an account in wei.',
  params: [required('address', address), optional('block', blockReference, latestBlock)],
  result: schema.quantity,
  cost: 2,
  upstream: 'state',
  handler([account, block], { node }) {
    const balance = selectState(block, node).balance(account)
    return toQuantity(balance > 0n ? balance : 0n)
  },
})
