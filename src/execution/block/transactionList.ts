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

const noAccounts: ReadonlySet<string> = new Set()

/**
 * Transactions that run one after another within a gas limit: a whole block before RSKIP144, one of its sublists
 * afterwards. The cumulative gas of receipts and the destroyed accounts that CREATE2 sees are those of the list.
 */
export class TransactionList {
  readonly #host: EvmHost
  readonly #gasLimit: number
  /** Undefined while the list has none, as almost all lists. */
  #destroyed: Set<string> | undefined
  #gasUsed = 0

  /** `before` are lists that have ended, whose destroyed accounts count as destroyed in this list. */
  constructor(host: EvmHost, gasLimit: number, before: readonly TransactionList[] = []) {
    this.#host = host
    this.#gasLimit = gasLimit
    for (const list of before) if (list.#destroyed) this.#addDestroyed(list.#destroyed)
  }

  get gasUsed(): number {
    return this.#gasUsed
  }

  /** Throws `TransactionRejection` with the list and the state unchanged. */
  execute(transaction: Transaction, context: Omit<TransactionContext, 'gasAvailable'>): ExecutedTransaction {
    this.#host.destroyedEarlier = this.#destroyed ?? noAccounts
    const gasAvailable = this.#gasLimit - this.#gasUsed
    const result = executeTransaction(transaction, this.#host, { ...context, gasAvailable })
    const { success, gasUsed, logs, destroyed } = result
    this.#gasUsed += gasUsed
    if (destroyed.length > 0) this.#addDestroyed(destroyed.map(addressKey))
    const cumulativeGasUsed = this.#gasUsed
    return { ...result, receipt: { success, cumulativeGasUsed, gasUsed, logsBloom: logsBloom(logs), logs } }
  }

  #addDestroyed(accounts: Iterable<string>): void {
    this.#destroyed ??= new Set()
    for (const account of accounts) this.#destroyed.add(account)
  }
}
