import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { ReadContext } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/blockReference.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { blockShape, shownTransactions } from '../../shapes/blockShape.ts'
import { orNumber } from './wholeNumbers.ts'

/** A block without its transactions. Rootstock's blocks issue nothing: REMASC pays the miners from fees. */
function blockDetails(block: StoredBlock, { node, settings }: ReadContext): Json {
  const { totalDifficulty } = block
  const { network } = node
  const skipsRemasc = settings.development?.skipsRemasc === true
  const { transactions: _, ...shape } = blockShape(block, {
    network,
    fullTransactions: false,
    totalDifficulty,
    skipsRemasc,
  })
  return {
    block: { ...shape, logsBloom: null, transactionCount: shownTransactions(block, skipsRemasc).length },
    issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
    totalFees: toQuantity(block.header.paidFees),
  }
}

const blockDetailsSchema = schema.objectOf({
  block: schema.objectWith({ hash: schema.hash, number: schema.quantity, transactionCount: schema.number }),
  issuance: schema.objectOf({
    blockReward: schema.quantity,
    uncleReward: schema.quantity,
    issuance: schema.quantity,
  }),
  totalFees: schema.quantity,
})

export const otsGetBlockDetails = defineRead({
  name: 'ots_getBlockDetails',
  summary: 'A block without its transactions, with their number and fees; null for an unknown block.',
  params: [required('block', orNumber(minedBlockReference))],
  result: schema.nullable(blockDetailsSchema),
  cost: 5,
  upstream: 'never',
  light: 'proved',
  handler([reference], context) {
    const block = findBlock(reference, context.node)
    return block === undefined ? null : blockDetails(block, context)
  },
})

export const otsGetBlockDetailsByHash = defineRead({
  name: 'ots_getBlockDetailsByHash',
  summary: 'The same as ots_getBlockDetails for a block of any branch.',
  params: [required('blockHash', blockHash)],
  result: schema.nullable(blockDetailsSchema),
  cost: 5,
  upstream: 'never',
  light: 'proved',
  handler([hash], context) {
    const block = context.node.chain.block(hash)
    return block === undefined ? null : blockDetails(block, context)
  },
})
