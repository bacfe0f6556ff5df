import { addressKey } from '../../primitives/mapKeys.ts'
import { logsBloom } from '../../protocol/bloom.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { EvmHost } from '../host/evmHost.ts'
import {
  executeListed,
  type ListedTransactionContext,
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
  execute(transaction: Transaction, context: ListedTransactionContext): ExecutedTransaction {
    this.#host.destroyedEarlier = this.#destroyed ?? noAccounts
    const gasAvailable = this.#gasLimit - this.#gasUsed
    const result = executeListed(transaction, this.#host, gasAvailable, context)
    this.#gasUsed += result.gasUsed
    const { destroyed } = result
    if (destroyed.length > 0) this.#addDestroyed(destroyed.map(addressKey))
    return withReceipt(result, this.#gasUsed)
  }

  #addDestroyed(accounts: Iterable<string>): void {
    this.#destroyed ??= new Set()
    for (const account of accounts) this.#destroyed.add(account)
  }
}

/** Written out: V8 copies with a spread many times slower, and forgets the shape of the copies. */
function withReceipt(result: TransactionResult, cumulativeGasUsed: number): ExecutedTransaction {
  const { success, gasUsed, logs } = result
  return {
    success,
    status: result.status,
    cause: result.cause,
    gasUsed,
    fee: result.fee,
    output: result.output,
    logs,
    destroyed: result.destroyed,
    createdAddress: result.createdAddress,
    isSequentialOnly: result.isSequentialOnly,
    receipt: { success, cumulativeGasUsed, gasUsed, logsBloom: logsBloom(logs), logs },
  }
}
