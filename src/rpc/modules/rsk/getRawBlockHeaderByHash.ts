import * as schema from '../../json/schema.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { required } from '../../params/parameter.ts'
import { bareHash, expectHash } from './hashes/bareHash.ts'
import { rawHeader } from './headers/rawHeader.ts'

export const rskGetRawBlockHeaderByHash = defineMethod({
  name: 'rsk_getRawBlockHeaderByHash',
  summary: 'The RLP of the header of a block of any branch; null for an unknown block.',
  params: [required('blockHash', bareHash)],
  result: schema.nullable(schema.data),
  cost: 3,
  asks: blockHashOf('blockHash'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler([hash], { node }) {
    const block = node.chain.block(expectHash(hash))
    return block === undefined ? null : rawHeader(block.header, node.network)
  },
})
