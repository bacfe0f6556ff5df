import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { minimumGasPrice, recommendedGasPrice } from './fees/recommended.ts'

export const ethMaxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'What to offer above the minimum gas price, which stands for the base fee that there is not.',
  params: [],
  result: schema.quantity,
  cost: 1,
  handler(_, { node }) {
    const above = recommendedGasPrice(node) - minimumGasPrice(node)
    return toQuantity(above > 0n ? above : 0n)
  },
})
