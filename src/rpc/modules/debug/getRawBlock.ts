import { toHex } from '../../../primitives/hex.ts'
import { encodeBlock } from '../../../protocol/block.ts'
import { encodeHeader } from '../../../protocol/headers/encode.ts'
import { encodeReceipt } from '../../../protocol/receipts.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/blockReference.ts'
import { required } from '../../params/parameter.ts'

export const debugGetRawBlock = defineMethod({
  name: 'debug_getRawBlock',
  summary: 'The RLP of a block as nodes send it: header, transactions, uncles; null for an unknown block.',
  params: [required('block', minedBlockReference)],
  result: schema.nullable(schema.data),
  cost: 20,
  asks: blockOf('block'),
  upstream: 'block',
  access: 'everyone',
  handler([reference], { node }) {
    const block = findBlock(reference, node)
    return block === undefined ? null : toHex(encodeBlock(block))
  },
})

/** Unlike rsk_getRawBlockHeaderByHash, whose RLP leaves out what the block's hash leaves out. */
export const debugGetRawHeader = defineMethod({
  name: 'debug_getRawHeader',
  summary: 'The RLP of a block’s header as nodes send it, with its whole proof; null for an unknown block.',
  params: [required('block', minedBlockReference)],
  result: schema.nullable(schema.data),
  cost: 3,
  asks: blockOf('block'),
  upstream: 'block',
  access: 'everyone',
  handler([reference], { node }) {
    const block = findBlock(reference, node)
    return block === undefined ? null : toHex(encodeHeader(block.header))
  },
})

export const debugGetRawReceipts = defineMethod({
  name: 'debug_getRawReceipts',
  summary: 'The RLP of each receipt of a block; null for an unknown block.',
  params: [required('block', minedBlockReference)],
  result: schema.nullable(schema.arrayOf(schema.data)),
  cost: 20,
  asks: blockOf('block'),
  upstream: 'block',
  access: 'everyone',
  handler([reference], { node }) {
    const block = findBlock(reference, node)
    return block === undefined
      ? null
      : block.receipts.map((receipt, index) =>
          toHex(encodeReceipt(receipt, block.transactions[index]?.prefix)),
        )
  },
})
