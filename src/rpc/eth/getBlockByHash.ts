import { defineMethod } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { optional, required } from '../params/parameter.ts'
import { boolean } from '../params/plain.ts'
import * as schema from '../schema.ts'
import { blockSchema } from '../shapes/block.ts'

export const ethGetBlockByHash = defineMethod({
  name: 'eth_getBlockByHash',
  summary: 'A block of any branch by its hash, or null.',
  params: [
    required('blockHash', blockHash, 'blockHash is null'),
    optional('fullTransactions', boolean, false),
  ],
  result: schema.nullable(blockSchema),
  cost: 5,
  handler([hash, fullTransactions], { node: { chain }, texts }) {
    const block = chain.block(hash)
    return block === undefined ? null : texts.block(block, fullTransactions)
  },
})
