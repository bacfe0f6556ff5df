import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'

export const ethPendingTransactions = defineMethod({
  name: 'eth_pendingTransactions',
  summary: 'The pending transactions of the wallet’s accounts.',
  result: schema.arrayOf(transactionSchema),
  cost: 5,
  effect: 'asks-node',
  access: 'everyone',
  handler(_, { node: { pool, wallet } }) {
    if (wallet === undefined) return []
    return [...pool.pendingBySender()]
      .filter(({ sender }) => wallet.has(sender))
      .flatMap(({ transactions }) => transactions.map((transaction) => transactionShape(transaction, null)))
  },
})
