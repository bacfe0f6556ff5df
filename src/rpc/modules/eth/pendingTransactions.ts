import { brackets, enclosed } from '../../json/parts.ts'
import * as schema from '../../json/schema.ts'
import { defineInParts } from '../../method/method.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'

export const ethPendingTransactions = defineInParts({
  name: 'eth_pendingTransactions',
  summary: 'The pending transactions of the wallet’s accounts.',
  result: schema.arrayOf(transactionSchema),
  cost: 5,
  effect: 'asks-node',
  access: 'everyone',
  handler(_, { node: { pool, wallet } }) {
    const accounts = wallet?.accounts ?? []
    const hashes = accounts.flatMap((account) => pool.transactionsOf(account).pending.map(({ hash }) => hash))
    function* entries(): Generator<string> {
      for (const hash of hashes) {
        const pooled = pool.get(hash)
        if (pooled !== undefined) yield JSON.stringify(transactionShape(pooled.transaction, null))
      }
    }
    return enclosed(brackets, entries())
  },
})
