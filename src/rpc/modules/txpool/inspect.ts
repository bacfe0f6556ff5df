import { toHexDigits } from '../../../primitives/hex.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { poolSchema, poolShape } from './bySender.ts'

function summaryOf({ to, value, gasLimitValue, gasPriceValue }: Transaction): string {
  const receiver = to === null ? '' : toHexDigits(to)
  return `${receiver}: ${value} wei + ${gasLimitValue} x ${gasPriceValue} gas`
}

export const txpoolInspect = defineMethod({
  name: 'txpool_inspect',
  summary: 'The transactions of the pool by sender and nonce, each as a line of text.',
  params: [],
  result: poolSchema(schema.text),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => poolShape(node, summaryOf),
})
