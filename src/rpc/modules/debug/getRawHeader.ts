import { toHex } from '../../../primitives/hex.ts'
import { encodeHeader } from '../../../protocol/headers/encode.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'

/** Unlike rsk_getRawBlockHeaderByHash, whose RLP leaves out what the block's hash leaves out. */
export const debugGetRawHeader = defineMethod({
  name: 'debug_getRawHeader',
  summary: 'The RLP of a block’s header as nodes send it, with its whole proof; null for an unknown block.',
  params: [required('block', minedBlockReference)],
  result: schema.nullable(schema.data),
  cost: 3,
  asks: blockOf('block'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler([reference], { node }) {
    const block = findBlock(reference, node)
    return block === undefined ? null : toHex(encodeHeader(block.header))
  },
})
