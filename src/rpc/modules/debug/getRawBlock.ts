import { toHex } from '../../../primitives/hex.ts'
import { encodeBlock } from '../../../protocol/block.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'

export const debugGetRawBlock = defineMethod({
  name: 'debug_getRawBlock',
  summary: 'The RLP of a block as nodes send it: header, transactions, uncles; null for an unknown block.',
  params: [required('block', minedBlockReference)],
  result: schema.nullable(schema.data),
  cost: 20,
  asks: blockOf('block'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler([reference], { node }) {
    const block = findBlock(reference, node)
    return block === undefined ? null : toHex(encodeBlock(block))
  },
})
