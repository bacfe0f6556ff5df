import { defineMethod } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { optional, required } from '../params/parameter.ts'
import { boolean } from '../params/plain.ts'
import * as schema from '../schema.ts'
import { blockSchema, blockShape } from '../shapes/block.ts'

export const ethGetBlockByHash = defineMethod({
  name: 'eth_getBlockByHash',
  summary: 'A block of any branch by its hash, or null.',
  params: [
    required('blockHash', blockHash, 'blockHash is null'),
    optional('fullTransactions', boolean, false),
  ],
  result: schema.nullable(blockSchema),
  cost: 5,
  handler([hash, fullTransactions], { node: { chain, network } }) {
    const block = chain.block(hash)
    if (block === undefined) return null
    return blockShape(block, { network, fullTransactions, totalDifficulty: block.totalDifficulty })
  },
})
