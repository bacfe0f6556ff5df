import { addressKey } from '../../primitives/mapKeys.ts'
import { logsBloom } from '../../protocol/bloom.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { EvmHost } from '../host/evmHost.ts'
import {
  executeTransaction,
  type TransactionContext,
  type TransactionResult,
} from '../transaction/executeTransaction.ts'

export interface ExecutedTransaction extends TransactionResult {
  readonly receipt: Receipt
}

export type ListedTransactionContext = Omit<TransactionContext, 'gasAvailable'>

/**
 * Transactions that run one after another within a gas limit: a whole block before RSKIP144, one of its sublists
 * afterwards. The cumulative gas of receipts and the destroyed accounts that CREATE2 sees are those of the list.
 */
export class TransactionList {
  readonly #host: EvmHost
  readonly #gasLimit: number
  readonly #destroyed: Set<string>
  #gasUsed = 0

  /** `before` are lists that have ended, whose destroyed accounts count as destroyed in this list. */
  constructor(host: EvmHost, gasLimit: number, before: readonly TransactionList[] = []) {
    this.#host = host
    this.#gasLimit = gasLimit
    this.#destroyed = new Set(before.flatMap((list) => [...list.#destroyed]))
  }

  get gasUsed(): number {
    return this.#gasUsed
  }

  /** Throws `TransactionRejection` with the list and the state unchanged. */
  execute(transaction: Transaction, context: ListedTransactionContext): ExecutedTransaction {
    this.#host.destroyedEarlier = this.#destroyed
    const gasAvailable = this.#gasLimit - this.#gasUsed
    const result = executeTransaction(transaction, this.#host, { ...context, gasAvailable })
    this.#gasUsed += result.gasUsed
    for (const address of result.destroyed) this.#destroyed.add(addressKey(address))
    return { ...result, receipt: this.#receiptOf(result) }
  }

  #receiptOf({ success, gasUsed, logs }: TransactionResult): Receipt {
    return { success, cumulativeGasUsed: this.#gasUsed, gasUsed, logsBloom: logsBloom(logs), logs }
  }
}
