import type { SenderTransactions } from '../../../pool/pool.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { RpcNode } from '../../node/rpcNode.ts'

/** The pool's transactions by sender and nonce. Every nonce has a list, which always holds one transaction. */
export const poolShape = ({ pool }: RpcNode, shape: (transaction: Transaction) => Json) => ({
  pending: shapeBySender(pool.pendingBySender(), shape),
  queued: shapeBySender(pool.queuedBySender(), shape),
})

function shapeBySender(senders: Iterable<SenderTransactions>, shape: (transaction: Transaction) => Json) {
  const entries: [string, Json][] = []
  for (const { sender, transactions } of senders) {
    const byNonce = transactions.map((transaction) => [
      transaction.nonceValue.toString(),
      [shape(transaction)],
    ])
    entries.push([toHexDigits(sender), Object.fromEntries(byNonce)])
  }
  return Object.fromEntries(entries)
}

const bySenderSchema = (transaction: schema.Schema): schema.Schema =>
  schema.mapOf(schema.mapOf(schema.arrayOf(transaction)))

export const poolSchema = (transaction: schema.Schema): schema.Schema =>
  schema.objectOf({ pending: bySenderSchema(transaction), queued: bySenderSchema(transaction) })
