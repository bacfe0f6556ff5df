import type { Block } from '../../protocol/block.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { isRemascTransaction } from '../../protocol/validation/bodyRules.ts'

/** The transactions of a block as clients see them. REMASC's is the last, so the others keep their positions. */
export function shownTransactions(block: Block, skipsRemasc: boolean): readonly Transaction[] {
  const { transactions } = block
  const last = transactions.length - 1
  return skipsRemasc && last >= 0 && isRemascTransaction(block, last)
    ? transactions.slice(0, last)
    : transactions
}
