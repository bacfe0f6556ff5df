import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { recommendedGasPrice } from './fees/recommended.ts'

export const ethGasPrice = defineMethod({
  name: 'eth_gasPrice',
  summary: 'A gas price with which transactions are mined soon.',
  params: [],
  result: schema.quantity,
  cost: 1,
  asks: 'latest',
  placement: 'chain',
  upstream: 'trusted',
  access: 'everyone',
  handler: (_, { node }) => toQuantity(recommendedGasPrice(node)),
})
