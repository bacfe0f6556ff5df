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

type Shape = (transaction: Transaction) => Json

/**
 * The pool's transactions by sender and nonce. Every nonce has a list, which always holds one transaction. The hashes are those
 * of the moment of the call; what leaves the pool before it is written is left out.
 */
function poolParts({ pool }: RpcNode, shape: Shape): TextParts {
  const find = (hash: Hash) => pool.get(hash)?.transaction
  const pending = hashesBySender(pool.pendingBySender())
  const queued = hashesBySender(pool.queuedBySender())
  return enclosed(braces, [
    member('pending', sendersParts(pending, find, shape)),
    member('queued', sendersParts(queued, find, shape)),
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
  shape: Shape,
): TextParts {
  function* entries(): Generator<TextParts> {
    for (const { sender, hashes } of senders) {
      yield member(
        toHexDigits(sender),
        enclosed(
          braces,
          byNonce(present(hashes, find), (one) => [shape(one)]),
        ),
      )
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

function* byNonce(transactions: Iterable<Transaction>, shape: Shape): Generator<string> {
  for (const transaction of transactions) {
    yield `"${transaction.nonceValue}":${JSON.stringify(shape(transaction))}`
  }
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

export const txpoolContent = defineInParts({
  name: 'txpool_content',
  summary: 'The transactions of the pool by sender and nonce.',
  result: poolSchema(contentSchema),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => poolParts(node, contentShape),
})

function summaryOf({ to, value, gasLimitValue, gasPriceValue }: Transaction): string {
  const receiver = to === null ? '' : toHexDigits(to)
  return `${receiver}: ${value} wei + ${gasLimitValue} x ${gasPriceValue} gas`
}

export const txpoolInspect = defineInParts({
  name: 'txpool_inspect',
  summary: 'The transactions of the pool by sender and nonce, each as a line of text.',
  result: poolSchema(schema.text),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => poolParts(node, summaryOf),
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
