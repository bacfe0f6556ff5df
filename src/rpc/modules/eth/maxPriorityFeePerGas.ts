import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { minimumGasPrice, recommendedGasPrice } from './fees/recommended.ts'

export const ethMaxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary:
    'The recommended gas price minus the minimum gas price, which takes the place of EIP-1559’s base fee.',
  params: [],
  result: schema.quantity,
  cost: 1,
  asks: 'latest',
  placement: 'chain',
  upstream: 'trusted',
  access: 'everyone',
  handler(_, { node }) {
    const above = recommendedGasPrice(node) - minimumGasPrice(node)
    return toQuantity(above > 0n ? above : 0n)
  },
})
