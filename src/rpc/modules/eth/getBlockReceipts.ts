import * as schema from '../../json/schema.ts'
import { receiptsText } from '../../logs/receiptsText.ts'
import { defineRead } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/blockReference.ts'
import { required } from '../../params/parameter.ts'
import { shownTransactions } from '../../shapes/blockShape.ts'
import { receiptSchema, unitsOfReceipts } from '../../shapes/receiptShape.ts'

export const ethGetBlockReceipts = defineRead({
  name: 'eth_getBlockReceipts',
  summary: 'The receipts of all transactions of a block; null for an unknown block.',
  params: [required('block', minedBlockReference)],
  result: schema.nullable(schema.arrayOf(receiptSchema)),
  cost: 20,
  upstream: 'block',
  handler([reference], { node, settings, work }) {
    const block = findBlock(reference, node)
    if (block === undefined) return null
    work.add(unitsOfReceipts(block.receipts))
    const shown = shownTransactions(block, settings.development?.skipsRemasc === true)
    return receiptsText(block, shown.length, node.chain)
  },
})
