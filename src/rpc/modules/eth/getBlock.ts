import { pendingNotSupported } from '../../errors/errors.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { RpcSettings } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import type { ReadNode } from '../../node/readNode.ts'
import { findBlock } from '../../node/selection.ts'
import { blockIdentifier, isMinedReference } from '../../params/blockReference.ts'
import { blockHash } from '../../params/hash.ts'
import { optional, required } from '../../params/parameter.ts'
import { boolean } from '../../params/text.ts'
import { blockSchema, blockShape } from '../../shapes/blockShape.ts'

/** The next block as Ethereum's nodes answer it: without a hash. Only development chains answer it. */
function pendingShape(fullTransactions: boolean, node: ReadNode, settings: RpcSettings): Json {
  if (settings.development === undefined) throw pendingNotSupported()
  const { skipsRemasc } = settings.development
  const { block } = node.pending()
  const totalDifficulty = node.chain.head.totalDifficulty + block.header.difficulty
  const { network } = node
  const options = { network, totalDifficulty, fullTransactions, skipsRemasc }
  const shape = blockShape(block, options)
  return { ...shape, hash: null }
}

export const ethGetBlockByNumber = defineRead({
  name: 'eth_getBlockByNumber',
  summary: 'A block of the best chain by its number or tag; null for an unknown block.',
  params: [required('block', blockIdentifier), optional('fullTransactions', boolean, false)],
  result: schema.nullable(blockSchema),
  cost: 5,
  upstream: 'block',
  handler([reference, fullTransactions], { node, settings, texts, work }) {
    if (!isMinedReference(reference)) return pendingShape(fullTransactions, node, settings)
    const block = findBlock(reference, node)
    return block === undefined ? null : texts.block(block, fullTransactions, work)
  },
})

export const ethGetBlockByHash = defineRead({
  name: 'eth_getBlockByHash',
  summary: 'A block of any branch by its hash; null for an unknown block.',
  params: [
    required('blockHash', blockHash, 'blockHash is null'),
    optional('fullTransactions', boolean, false),
  ],
  result: schema.nullable(blockSchema),
  cost: 5,
  upstream: 'block',
  handler([hash, fullTransactions], { node: { chain }, texts, work }) {
    const block = chain.block(hash)
    return block === undefined ? null : texts.block(block, fullTransactions, work)
  },
})
