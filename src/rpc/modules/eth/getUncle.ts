import { toHexDigits } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { blockHashNotFound } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { LookedUpBlock, LookupNode } from '../../node/lookupNode.ts'
import { expectBlock, findBlock } from '../../node/selection.ts'
import { minedBlockIdentifier } from '../../params/blockReference.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { index } from '../../params/quantity.ts'
import { type BlockShape, blockSchema, uncleShape } from '../../shapes/blockShape.ts'

/** An uncle of a block, or null. An uncle that was never received as a block has only its header. */
function uncleAt(
  block: LookedUpBlock | undefined,
  index: number,
  { chain, network }: LookupNode,
): BlockShape | null {
  const header = block?.uncles[index]
  if (header === undefined) return null
  const stored = chain.block(header.hash)
  return stored === undefined
    ? uncleShape({ header, transactions: [], uncles: [] }, { network, totalDifficulty: 0n })
    : uncleShape(stored, { network, totalDifficulty: stored.totalDifficulty })
}

export const ethGetUncleByBlockHashAndIndex = defineMethod({
  name: 'eth_getUncleByBlockHashAndIndex',
  summary: 'An uncle of a block by its position; null for an unknown block or position.',
  params: [required('blockHash', blockHash), required('index', index)],
  result: schema.nullable(blockSchema),
  cost: 5,
  upstream: 'block',
  handler: ([hash, position], { node }) => uncleAt(node.chain.block(hash), position, node),
})

export const ethGetUncleByBlockNumberAndIndex = defineMethod({
  name: 'eth_getUncleByBlockNumberAndIndex',
  summary: 'An uncle of a block of the best chain by its position; null for an unknown block or position.',
  params: [required('block', minedBlockIdentifier), required('index', index)],
  result: schema.nullable(blockSchema),
  cost: 5,
  upstream: 'block',
  handler: ([reference, position], { node }) => uncleAt(findBlock(reference, node), position, node),
})

export const ethGetUncleCountByBlockHash = defineMethod({
  name: 'eth_getUncleCountByBlockHash',
  summary: 'Number of uncles of a block.',
  params: [required('blockHash', blockHash)],
  result: schema.quantity,
  cost: 2,
  upstream: 'block',
  handler([hash], { node }) {
    const block = node.chain.block(hash)
    if (block === undefined) throw blockHashNotFound(toHexDigits(hash), node.chain.head.number)
    return toQuantity(block.uncles.length)
  },
})

export const ethGetUncleCountByBlockNumber = defineMethod({
  name: 'eth_getUncleCountByBlockNumber',
  summary: 'Number of uncles of a block of the best chain.',
  params: [required('block', minedBlockIdentifier)],
  result: schema.quantity,
  cost: 2,
  upstream: 'block',
  handler: ([reference], { node }) => toQuantity(expectBlock(reference, node).uncles.length),
})
