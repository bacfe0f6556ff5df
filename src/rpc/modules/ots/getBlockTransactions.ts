import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { prices } from '../../budget/workPrices.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { ReadContext } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/blockReference.ts'
import { required } from '../../params/parameter.ts'
import { blockShape, shownTransactions } from '../../shapes/blockShape.ts'
import { shortReceiptShape } from '../../shapes/receiptShape.ts'
import { type TransactionShape, transactionShape } from '../../shapes/transactionShape.ts'
import { orNumber, pageSize, wholeNumber } from './wholeNumbers.ts'

/** The least gas of a transaction. */
const gasPerTransaction = 21_000

/** `0x` and the digits of a selector. */
const selectorLength = 10

/** A transaction of a list: of its input only the selector is shown. */
const shortTransaction = (transaction: TransactionShape): TransactionShape => ({
  ...transaction,
  input: transaction.input.slice(0, selectorLength),
})

/** Pages count from 0 at the end of the block. */
function pageOf(block: StoredBlock, page: number, size: number, { node, settings }: ReadContext): Json {
  const { network } = node
  const skipsRemasc = settings.development?.skipsRemasc === true
  const transactions = shownTransactions(block, skipsRemasc)
  const { totalDifficulty } = block
  const end = Math.max(0, transactions.length - page * size)
  const positions = [...transactions.keys()].slice(Math.max(0, end - size), end)
  const shape = blockShape(block, { network, fullTransactions: false, totalDifficulty, skipsRemasc })
  return {
    fullblock: {
      ...shape,
      logsBloom: null,
      transactionCount: transactions.length,
      transactions: positions.map((index) =>
        shortTransaction(transactionShape(transactions[index]!, { block, index })),
      ),
    },
    receipts: positions.map((index) => shortReceiptShape(block, index)),
  }
}

export const otsGetBlockTransactions = defineRead({
  name: 'ots_getBlockTransactions',
  summary:
    'A page of the transactions of a block with their receipts, counted from the end of the block; null for an unknown block.',
  params: [
    required('block', orNumber(minedBlockReference)),
    required('pageNumber', wholeNumber),
    required('pageSize', pageSize),
  ],
  result: schema.nullable(
    schema.objectOf({ fullblock: schema.objectWith({}), receipts: schema.arrayOf(schema.objectWith({})) }),
  ),
  cost: 10,
  upstream: 'never',
  light: 'proved',
  handler([reference, page, size], context) {
    const block = findBlock(reference, context.node)
    if (block === undefined) return null
    // At most this many transactions, each with its hash and on the page also its receipt.
    context.work.add((block.header.gasUsed / gasPerTransaction) * prices.receipt)
    return pageOf(block, page, size, context)
  },
})
