import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockIdentifier } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'
import { index } from '../../params/quantity.ts'
import { blockSchema } from '../../shapes/block.ts'
import { uncleAt } from './uncles/uncleAt.ts'

export const ethGetUncleByBlockNumberAndIndex = defineMethod({
  name: 'eth_getUncleByBlockNumberAndIndex',
  summary: 'An uncle of a block of the best chain by its position; null for an unknown block or position.',
  params: [required('block', minedBlockIdentifier), required('index', index)],
  result: schema.nullable(blockSchema),
  cost: 5,
  asks: blockOf('block'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler: ([reference, position], { node }) => uncleAt(findBlock(reference, node), position, node),
})
