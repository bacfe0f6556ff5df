import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { expectBlock } from '../../node/selection.ts'
import { minedBlockIdentifier } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'

export const ethGetUncleCountByBlockNumber = defineMethod({
  name: 'eth_getUncleCountByBlockNumber',
  summary: 'Number of uncles of a block of the best chain.',
  params: [required('block', minedBlockIdentifier)],
  result: schema.quantity,
  cost: 2,
  asks: blockOf('block'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler: ([reference], { node }) => toQuantity(expectBlock(reference, node).uncles.length),
})
