import type { SenderTransactions } from '../../../pool/pool.ts'
import { type Address, equalBytes } from '../../../primitives/bytes.ts'
import { toHex, toHexDigits } from '../../../primitives/hex.ts'
import { signedBytes } from '../../../primitives/integers.ts'
import { bytesToQuantity } from '../../../primitives/quantity.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { RpcNode } from '../../node/rpcNode.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { senderText, transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'

/** The pool's transactions by sender and nonce. Every nonce has a list, which always holds one transaction. */
const poolShape = ({ pool }: RpcNode, shape: (transaction: Transaction) => Json) => ({
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

const poolSchema = (transaction: schema.Schema): schema.Schema =>
  schema.objectOf({ pending: bySenderSchema(transaction), queued: bySenderSchema(transaction) })

const noBlock = `0x${'0'.repeat(64)}`

/** The reference node writes prices and values as bytes here, and a missing receiver as a zero byte. */
const contentShape = (transaction: Transaction) => ({
  blockHash: noBlock,
  blockNumber: null,
  transactionIndex: null,
  from: senderText(transaction),
  gas: bytesToQuantity(transaction.gasLimit),
  gasPrice: toHex(signedBytes(transaction.gasPriceValue)),
  hash: toHex(transaction.hash),
  input: toHex(transaction.data),
  nonce: bytesToQuantity(transaction.nonce),
  to: transaction.to === null ? '0x00' : toHex(transaction.to),
  value: toHex(signedBytes(transaction.value)),
})

const contentSchema = schema.objectOf({
  blockHash: schema.hash,
  blockNumber: schema.nothing,
  transactionIndex: schema.nothing,
  from: schema.address,
  gas: schema.quantity,
  gasPrice: schema.data,
  hash: schema.hash,
  input: schema.data,
  nonce: schema.quantity,
  to: schema.data,
  value: schema.data,
})

export const txpoolContent = defineMethod({
  name: 'txpool_content',
  summary: 'The transactions of the pool by sender and nonce.',
  result: poolSchema(contentSchema),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => poolShape(node, contentShape),
})

function summaryOf({ to, value, gasLimitValue, gasPriceValue }: Transaction): string {
  const receiver = to === null ? '' : toHexDigits(to)
  return `${receiver}: ${value} wei + ${gasLimitValue} x ${gasPriceValue} gas`
}

export const txpoolInspect = defineMethod({
  name: 'txpool_inspect',
  summary: 'The transactions of the pool by sender and nonce, each as a line of text.',
  result: poolSchema(schema.text),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => poolShape(node, summaryOf),
})

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
