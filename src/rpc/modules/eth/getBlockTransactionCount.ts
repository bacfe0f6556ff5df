import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectBlock } from '../../node/selection.ts'
import { blockIdentifier, isMinedReference } from '../../params/blockReference.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { shownTransactions } from '../../shapes/blockShape.ts'

export const ethGetBlockTransactionCountByHash = defineMethod({
  name: 'eth_getBlockTransactionCountByHash',
  summary: 'The number of transactions of a block; null for an unknown block.',
  params: [required('blockHash', blockHash)],
  result: schema.nullable(schema.quantity),
  cost: 2,
  upstream: 'block',
  handler([hash], { node, settings }) {
    const block = node.chain.block(hash)
    if (block === undefined) return null
    return toQuantity(shownTransactions(block, settings.development?.skipsRemasc === true).length)
  },
})

export const ethGetBlockTransactionCountByNumber = defineMethod({
  name: 'eth_getBlockTransactionCountByNumber',
  summary: 'The number of transactions of a block; with `pending`, the number of pending transactions.',
  params: [required('block', blockIdentifier)],
  result: schema.quantity,
  cost: 2,
  upstream: 'block',
  handler([reference], { node, settings }) {
    if (!isMinedReference(reference)) return toQuantity(node.pool.pendingCount)
    const block = expectBlock(reference, node)
    return toQuantity(shownTransactions(block, settings.development?.skipsRemasc === true).length)
  },
})
