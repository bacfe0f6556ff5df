import { toHex } from '../../../primitives/hex.ts'
import { signedBytes } from '../../../primitives/integers.ts'
import { bytesToQuantity } from '../../../primitives/quantity.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { senderText } from '../../shapes/transaction.ts'
import { poolSchema, poolShape } from './bySender.ts'

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
  params: [],
  result: poolSchema(contentSchema),
  cost: 50,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => poolShape(node, contentShape),
})
