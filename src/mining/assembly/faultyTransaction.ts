import { toHex } from '../../primitives/hex.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

/** The execution of one transaction failed in a way that no rule foresees, so no block can be assembled with it. */
export class FaultyTransaction extends Error {
  override readonly name = 'FaultyTransaction'
  readonly transaction: Transaction

  constructor(transaction: Transaction, cause: unknown) {
    super(`the execution of transaction ${toHex(transaction.hash)} failed: ${reasonOf(cause)}`, { cause })
    this.transaction = transaction
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
