import type { SenderTransactions } from '../../../pool/pool.ts'
import type { Address, Hash } from '../../../primitives/bytes.ts'
import { toHex, toHexDigits } from '../../../primitives/hex.ts'
import { signedBytes } from '../../../primitives/integers.ts'
import { bytesToQuantity } from '../../../primitives/quantity.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import type { Json } from '../../json/json.ts'
import { braces, enclosed, type TextParts } from '../../json/parts.ts'
import * as schema from '../../json/schema.ts'
import { defineInParts } from '../../method/method.ts'
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

/**
 * The pool's transactions by sender and nonce. The hashes are those of the moment of the call; what leaves the pool before it
 * is written is left out.
 */
function poolParts({ pool }: RpcNode, form: PoolForm): TextParts {
  const find = (hash: Hash) => pool.get(hash)?.transaction
  const pending = hashesBySender(pool.pendingBySender())
  const queued = hashesBySender(pool.queuedBySender())
  return enclosed(braces, [
    member('pending', sendersParts(pending, find, form)),
    member('queued', sendersParts(queued, find, form)),
  ])
}

interface SenderHashes {
  readonly sender: Address
  readonly hashes: readonly Hash[]
}

/** Hashes do not keep the transactions in memory while the client reads. */
const hashesBySender = (senders: Iterable<SenderTransactions>): readonly SenderHashes[] =>
  Array.from(senders, ({ sender, transactions }) => ({
    sender,
    hashes: transactions.map(({ hash }) => hash),
  }))

function* member(name: string, value: TextParts): Generator<string, void, undefined> {
  yield `${JSON.stringify(name)}:`
  yield* { [Symbol.iterator]: () => value }
}

function sendersParts(
  senders: readonly SenderHashes[],
  find: (hash: Hash) => Transaction | undefined,
  form: PoolForm,
): TextParts {
  function* entries(): Generator<TextParts> {
    for (const { sender, hashes } of senders) {
      yield member(form.sender(sender), enclosed(braces, byNonce(present(hashes, find), form.entry)))
    }
  }
  return enclosed(braces, entries())
}

function* present(
  hashes: readonly Hash[],
  find: (hash: Hash) => Transaction | undefined,
): Generator<Transaction> {
  for (const hash of hashes) {
    const transaction = find(hash)
    if (transaction !== undefined) yield transaction
  }
}

function* byNonce(transactions: Iterable<Transaction>, entry: PoolForm['entry']): Generator<string> {
  for (const transaction of transactions) {
    yield `"${transaction.nonceValue}":${JSON.stringify(entry(transaction))}`
  }
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

export const txpoolContent = defineInParts({
  name: 'txpool_content',
  summary: 'The transactions of the pool by sender and nonce.',
  result: poolSchema(contentSchema, transactionSchema),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node, settings }) =>
    poolParts(
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

export const txpoolInspect = defineInParts({
  name: 'txpool_inspect',
  summary: 'The transactions of the pool by sender and nonce, each as a line of text.',
  result: poolSchema(schema.text, schema.text),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node, settings }) =>
    poolParts(
      node,
      settings.development === undefined ? formOfRootstock(summaryOf) : formOfEthereum(ethereumSummaryOf),
    ),
})

const transactionsSchema = schema.mapOf(transactionSchema)

/** The reference node does not have the method, so its transactions have the form that Ethereum's tools read. */
export const txpoolContentFrom = defineInParts({
  name: 'txpool_contentFrom',
  summary: 'The transactions of one sender in the pool, by nonce.',
  params: [required('address', address)],
  result: schema.objectOf({ pending: transactionsSchema, queued: transactionsSchema }),
  cost: 10,
  effect: 'asks-node',
  access: 'everyone',
  handler([sender], { node: { pool } }) {
    const { pending, queued } = pool.transactionsOf(sender)
    const shown = (transactions: readonly Transaction[]): TextParts =>
      enclosed(
        braces,
        byNonce(transactions, (transaction) => transactionShape(transaction, null)),
      )
    return enclosed(braces, [member('pending', shown(pending)), member('queued', shown(queued))])
  },
})
