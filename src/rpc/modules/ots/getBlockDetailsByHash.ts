import * as schema from '../../json/schema.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { blockDetails, blockDetailsSchema } from './blockDetails.ts'

export const otsGetBlockDetailsByHash = defineMethod({
  name: 'ots_getBlockDetailsByHash',
  summary: 'The same as ots_getBlockDetails for a block of any branch.',
  params: [required('blockHash', blockHash)],
  result: schema.nullable(blockDetailsSchema),
  cost: 5,
  asks: blockHashOf('blockHash'),
  placement: 'chain',
  upstream: 'never',
  access: 'everyone',
  handler([hash], context) {
    const block = context.node.chain.block(hash)
    return block === undefined ? null : blockDetails(block, context)
  },
})
