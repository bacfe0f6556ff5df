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

/** How the pool is written. */
interface PoolForm {
  readonly sender: (address: Address) => string
  readonly entry: (transaction: Transaction) => Json
}

/** In the reference node every nonce has a list, which always holds one transaction. */
const formOfRootstock = (shape: PoolForm['entry']): PoolForm => ({
  sender: toHexDigits,
  entry: (transaction) => [shape(transaction)],
})

/** On development chains. */
const formOfEthereum = (entry: PoolForm['entry']): PoolForm => ({ sender: toHex, entry })

/** The pool's transactions by sender and nonce. */
const poolShape = ({ pool }: RpcNode, form: PoolForm) => ({
  pending: shapeBySender(pool.pendingBySender(), form),
  queued: shapeBySender(pool.queuedBySender(), form),
})

function shapeBySender(senders: Iterable<SenderTransactions>, { sender: nameOf, entry }: PoolForm) {
  const entries: [string, Json][] = []
  for (const { sender, transactions } of senders) {
    const byNonce = transactions.map((transaction) => [transaction.nonceValue.toString(), entry(transaction)])
    entries.push([nameOf(sender), Object.fromEntries(byNonce)])
  }
  return Object.fromEntries(entries)
}

const bySenderSchema = (transaction: schema.Schema): schema.Schema => schema.mapOf(schema.mapOf(transaction))

/** `ofEthereum` is the entry of development chains. */
function poolSchema(transaction: schema.Schema, ofEthereum: schema.Schema): schema.Schema {
  const senders = schema.eitherOf(bySenderSchema(schema.arrayOf(transaction)), bySenderSchema(ofEthereum))
  return schema.objectOf({ pending: senders, queued: senders })
}

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
  result: poolSchema(contentSchema, transactionSchema),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node, settings }) =>
    poolShape(
      node,
      settings.development === undefined
        ? formOfRootstock(contentShape)
        : formOfEthereum((transaction) => transactionShape(transaction, null)),
    ),
})

function summaryOf({ to, value, gasLimitValue, gasPriceValue }: Transaction): string {
  const receiver = to === null ? '' : toHexDigits(to)
  return `${receiver}: ${value} wei + ${gasLimitValue} x ${gasPriceValue} gas`
}

function ethereumSummaryOf({ to, value, gasLimitValue, gasPriceValue }: Transaction): string {
  const receiver = to === null ? 'contract creation' : toHex(to)
  return `${receiver}: ${value} wei + ${gasLimitValue} gas × ${gasPriceValue} wei`
}

export const txpoolInspect = defineMethod({
  name: 'txpool_inspect',
  summary: 'The transactions of the pool by sender and nonce, each as a line of text.',
  result: poolSchema(schema.text, schema.text),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node, settings }) =>
    poolShape(
      node,
      settings.development === undefined ? formOfRootstock(summaryOf) : formOfEthereum(ethereumSummaryOf),
    ),
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
