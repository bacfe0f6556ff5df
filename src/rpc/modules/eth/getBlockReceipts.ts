import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'
import { receiptSchema, receiptShapes } from '../../shapes/receipt.ts'

export const ethGetBlockReceipts = defineMethod({
  name: 'eth_getBlockReceipts',
  summary: 'The receipts of all transactions of a block; null for an unknown block.',
  params: [required('block', minedBlockReference)],
  result: schema.nullable(schema.arrayOf(receiptSchema)),
  cost: 20,
  handler([reference], { node }) {
    const block = findBlock(reference, node)
    return block === undefined ? null : receiptShapes(block)
  },
})
