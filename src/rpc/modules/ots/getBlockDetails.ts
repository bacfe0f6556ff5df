import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'
import { blockDetails, blockDetailsSchema } from './blockDetails.ts'
import { orNumber } from './blockNumber.ts'

export const otsGetBlockDetails = defineMethod({
  name: 'ots_getBlockDetails',
  summary: 'A block without its transactions, with their number and fees; null for an unknown block.',
  params: [required('block', orNumber(minedBlockReference))],
  result: schema.nullable(blockDetailsSchema),
  cost: 5,
  asks: blockOf('block'),
  placement: 'chain',
  upstream: 'never',
  access: 'everyone',
  handler([reference], context) {
    const block = findBlock(reference, context.node)
    return block === undefined ? null : blockDetails(block, context)
  },
})
