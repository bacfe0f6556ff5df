import { toQuantity } from '../../primitives/quantity.ts'
import { defineMethod } from '../method.ts'
import * as schema from '../schema.ts'

export const ethBlockNumber = defineMethod({
  name: 'eth_blockNumber',
  summary: 'Number of the best block.',
  params: [],
  result: schema.quantity,
  cost: 1,
  handler: (_, { node }) => toQuantity(node.chain.head.number),
})
