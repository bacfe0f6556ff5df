import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { LookedUpBlock } from '../../node/lookupNode.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockIdentifier } from '../../params/blockReference.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { index } from '../../params/quantity.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'

/** A transaction by its position, or null. Only these lookups have an `_id` (M9). */
function transactionAt(block: LookedUpBlock | undefined, index: number) {
  const transaction = block?.transactions[index]
  if (block === undefined || transaction === undefined) return null
  return { ...transactionShape(transaction, { block, index }), _id: toHex(transaction.hash) }
}

const placedTransactionSchema: schema.Schema = {
  allOf: [transactionSchema, schema.objectOf({ _id: schema.text })],
}

export const ethGetTransactionByBlockHashAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockHashAndIndex',
  summary: 'A transaction of a block by its position; null for an unknown block or position.',
  params: [required('blockHash', blockHash, 'blockHash is null'), required('index', index, 'index is null')],
  result: schema.nullable(placedTransactionSchema),
  cost: 2,
  upstream: 'block',
  handler: ([hash, position], { node }) => transactionAt(node.chain.block(hash), position),
})

export const ethGetTransactionByBlockNumberAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockNumberAndIndex',
  summary:
    'A transaction of a block of the best chain by its position; null for an unknown block or position.',
  params: [required('block', minedBlockIdentifier), required('index', index)],
  result: schema.nullable(placedTransactionSchema),
  cost: 2,
  upstream: 'block',
  handler: ([reference, position], { node }) => transactionAt(findBlock(reference, node), position),
})

function rawTransactionAt(block: LookedUpBlock | undefined, position: number): string | null {
  const transaction = block?.transactions[position]
  return transaction === undefined ? null : toHex(transaction.encoded)
}

export const ethGetRawTransactionByBlockHashAndIndex = defineMethod({
  name: 'eth_getRawTransactionByBlockHashAndIndex',
  summary: 'The RLP of a transaction by its position in a block; null for an unknown block or position.',
  params: [required('blockHash', blockHash), required('index', index)],
  result: schema.nullable(schema.data),
  cost: 3,
  upstream: 'block',
  handler: ([hash, position], { node }) => rawTransactionAt(node.chain.block(hash), position),
})

export const ethGetRawTransactionByBlockNumberAndIndex = defineMethod({
  name: 'eth_getRawTransactionByBlockNumberAndIndex',
  summary:
    'The RLP of a transaction by its position in a block of the best chain; null for an unknown block or position.',
  params: [required('block', minedBlockIdentifier), required('index', index)],
  result: schema.nullable(schema.data),
  cost: 3,
  upstream: 'block',
  handler: ([reference, position], { node }) => rawTransactionAt(findBlock(reference, node), position),
})
