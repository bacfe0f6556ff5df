import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

const noAddress = new Uint8Array(20)

export const ethCoinbase = defineMethod({
  name: 'eth_coinbase',
  summary: 'The account that receives mining rewards; the zero address when this node does not mine.',
  result: schema.address,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => toHex(node.mining?.coinbase ?? noAddress),
})
