import { toHex } from '../../../primitives/hex.ts'
import { encodeReceipt } from '../../../protocol/receipts.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'

export const debugGetRawReceipts = defineMethod({
  name: 'debug_getRawReceipts',
  summary: 'The RLP of each receipt of a block; null for an unknown block.',
  params: [required('block', minedBlockReference)],
  result: schema.nullable(schema.arrayOf(schema.data)),
  cost: 20,
  asks: blockOf('block'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler([reference], { node }) {
    const block = findBlock(reference, node)
    return block === undefined ? null : block.receipts.map((receipt) => toHex(encodeReceipt(receipt)))
  },
})
