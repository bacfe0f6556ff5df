import * as schema from '../../json/schema.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { optional, required } from '../../params/parameter.ts'
import { boolean } from '../../params/text.ts'
import { blockSchema } from '../../shapes/blockShape.ts'

export const ethGetBlockByHash = defineRead({
  name: 'eth_getBlockByHash',
  summary: 'A block of any branch by its hash; null for an unknown block.',
  params: [
    required('blockHash', blockHash, 'blockHash is null'),
    optional('fullTransactions', boolean, false),
  ],
  result: schema.nullable(blockSchema),
  cost: 5,
  asks: blockHashOf('blockHash'),
  upstream: 'block',
  access: 'everyone',
  handler([hash, fullTransactions], { node: { chain }, texts, work }) {
    const block = chain.block(hash)
    return block === undefined ? null : texts.block(block, fullTransactions, work)
  },
})
