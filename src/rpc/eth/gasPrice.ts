import { toQuantity } from '../../primitives/quantity.ts'
import { defineMethod } from '../method.ts'
import * as schema from '../schema.ts'
import { recommendedGasPrice } from './fees/recommended.ts'

export const ethGasPrice = defineMethod({
  name: 'eth_gasPrice',
  summary: 'A gas price with which transactions are mined soon.',
  params: [],
  result: schema.quantity,
  cost: 1,
  handler: (_, { node }) => toQuantity(recommendedGasPrice(node)),
})
