import type { SenderTransactions } from '../../../pool/pool.ts'
import { type Address, equalBytes } from '../../../primitives/bytes.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'

function byNonce(senders: Iterable<SenderTransactions>, wanted: Address) {
  for (const { sender, transactions } of senders) {
    if (!equalBytes(sender, wanted)) continue
    return Object.fromEntries(
      transactions.map((transaction) => [transaction.nonceValue, transactionShape(transaction, null)]),
    )
  }
  return {}
}

const transactionsSchema = schema.mapOf(transactionSchema)

/** The reference node does not have the method, so its transactions have the form that Ethereum's tools read. */
export const txpoolContentFrom = defineMethod({
  name: 'txpool_contentFrom',
  summary: 'The transactions of one sender in the pool, by nonce.',
  params: [required('address', address)],
  result: schema.objectOf({ pending: transactionsSchema, queued: transactionsSchema }),
  cost: 10,
  effect: 'asks-node',
  access: 'everyone',
  handler: ([sender], { node: { pool } }) => ({
    pending: byNonce(pool.pendingBySender(), sender),
    queued: byNonce(pool.queuedBySender(), sender),
  }),
})
