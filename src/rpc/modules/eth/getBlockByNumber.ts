import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockIdentifier } from '../../params/block.ts'
import { optional, required } from '../../params/parameter.ts'
import { boolean } from '../../params/plain.ts'
import { blockSchema } from '../../shapes/block.ts'

export const ethGetBlockByNumber = defineMethod({
  name: 'eth_getBlockByNumber',
  summary: 'A block of the best chain by its number or tag; null for an unknown block.',
  params: [required('block', minedBlockIdentifier), optional('fullTransactions', boolean, false)],
  result: schema.nullable(blockSchema),
  cost: 5,
  placement: 'reader',
  handler([reference, fullTransactions], { node, texts }) {
    const block = findBlock(reference, node)
    return block === undefined ? null : texts.block(block, fullTransactions)
  },
})
