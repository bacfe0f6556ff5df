import { defineMethod } from '../method.ts'
import { minedBlockIdentifier } from '../params/block.ts'
import { optional, required } from '../params/parameter.ts'
import { boolean } from '../params/plain.ts'
import * as schema from '../schema.ts'
import { findBlock } from '../selection.ts'
import { blockSchema } from '../shapes/block.ts'

export const ethGetBlockByNumber = defineMethod({
  name: 'eth_getBlockByNumber',
  summary: 'A block of the best chain by its number or tag, or null.',
  params: [required('block', minedBlockIdentifier), optional('fullTransactions', boolean, false)],
  result: schema.nullable(blockSchema),
  cost: 5,
  handler([reference, fullTransactions], { node, texts }) {
    const block = findBlock(reference, node)
    return block === undefined ? null : texts.block(block, fullTransactions)
  },
})
