import type { ReceiptShape } from '../../shapes/receipt.ts'
import type { TransactionShape } from '../../shapes/transaction.ts'

/** A receipt of a list: without the logs, which Otterscan asks for one by one. */
export const shortReceipt = (receipt: ReceiptShape) => ({ ...receipt, logs: null, logsBloom: null })

/** `0x` and the digits of a selector. */
const selectorLength = 10

/** A transaction of a list: of its input only the selector is shown. */
export const shortTransaction = (transaction: TransactionShape): TransactionShape => ({
  ...transaction,
  input: transaction.input.slice(0, selectorLength),
})
