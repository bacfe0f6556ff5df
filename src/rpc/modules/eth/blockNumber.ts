import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const ethBlockNumber = defineMethod({
  name: 'eth_blockNumber',
  summary: 'Number of the best block.',
  result: schema.quantity,
  asks: 'latest',
  upstream: 'block',
  handler: (_, { node }) => toQuantity(node.chain.head.number),
})
