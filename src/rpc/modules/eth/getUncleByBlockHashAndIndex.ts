import * as schema from '../../json/schema.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { index } from '../../params/quantity.ts'
import { blockSchema } from '../../shapes/block.ts'
import { uncleAt } from './uncles/uncleAt.ts'

export const ethGetUncleByBlockHashAndIndex = defineMethod({
  name: 'eth_getUncleByBlockHashAndIndex',
  summary: 'An uncle of a block by its position; null for an unknown block or position.',
  params: [required('blockHash', blockHash), required('index', index)],
  result: schema.nullable(blockSchema),
  cost: 5,
  asks: blockHashOf('blockHash'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler: ([hash, position], { node }) => uncleAt(node.chain.block(hash), position, node),
})
