import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { headerIdentifier, isMinedReference } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'
import { rawHeader } from './headers/rawHeader.ts'

export const rskGetRawBlockHeaderByNumber = defineMethod({
  name: 'rsk_getRawBlockHeaderByNumber',
  summary: 'The RLP of the header of a block of the best chain; null for an unknown block.',
  params: [required('block', headerIdentifier)],
  result: schema.nullable(schema.data),
  cost: 3,
  asks: blockOf('block'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler([reference], { node }) {
    const block = isMinedReference(reference) ? findBlock(reference, node) : node.pending().block
    return block === undefined ? null : rawHeader(block.header, node.network)
  },
})
