import { prices } from '../../budget/workPrices.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/blockReference.ts'
import { required } from '../../params/parameter.ts'
import { shownTransactions } from '../../shapes/blockShape.ts'
import { receiptSchema, receiptShapes } from '../../shapes/receiptShape.ts'

/** Maximum work to write receipts for the gas of their block: 16,000 empty logs of 6.5 million gas take 150 ms. */
const unitsPerGas = 3_000 / 6_500_000

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
    work.expect(block.header.gasUsed * unitsPerGas)
    const { receipts } = block
    const logs = receipts.reduce((sum, receipt) => sum + receipt.logs.length, 0)
    work.addDone(receipts.length * prices.receipt + logs * prices.receiptLog)
    const shown = shownTransactions(block, settings.development?.skipsRemasc === true)
    return receiptShapes(block).slice(0, shown.length)
  },
})
