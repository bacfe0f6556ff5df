import type { EvmHost } from '../../execution/host/evmHost.ts'
import { executeTransaction, type TransactionResult } from '../../execution/transaction/executeTransaction.ts'
import { TransactionRejection } from '../../execution/transaction/rejection.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { gasPriceCapFactor } from '../../protocol/minimumGasPrice.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { SublistPlan } from './sublistPlan.ts'
import { TransactionAccess } from './transactionAccess.ts'

/** The cheapest transaction that anybody can send. */
const leastGas = 21_000
/** A block holds some hundred transactions; what so many before could not fill stays open. */
const maximumCandidates = 10_000
/** Transactions that were executed and then fit in no list: each costs time and gives nothing. */
const maximumDisplaced = 64

/**
 * `impossible` ones could not be in this block at any place, so they need not stay for another. `displaced` ones
 * were executed and found the list full in which they must be. The others wait for more room, or for one of
 * these before them.
 */
type Fate = 'placed' | 'impossible' | 'displaced' | 'waits'

/**
 * Tries transactions on one state in the order in which they come, and puts those that can be executed into a
 * plan. The state is of no use afterwards.
 */
export class Selection {
  readonly impossible: Transaction[] = []
  readonly #host: EvmHost
  readonly #plan: SublistPlan
  readonly #feePayment: 'by-transaction' | 'by-block'
  readonly #destroyed = new Set<string>()

  constructor(host: EvmHost, plan: SublistPlan, feePayment: 'by-transaction' | 'by-block') {
    this.#host = host
    this.#plan = plan
    this.#feePayment = feePayment
    host.destroyedEarlier = this.#destroyed
  }

  run(candidates: Iterable<Transaction>): void {
    let looked = 0
    let displaced = 0
    for (const transaction of candidates) {
      if (this.#plan.room < leastGas || displaced > maximumDisplaced || ++looked > maximumCandidates) return
      const fate = this.#fateOf(transaction)
      if (fate === 'impossible') this.impossible.push(transaction)
      if (fate === 'displaced') displaced++
    }
  }

  #fateOf(transaction: Transaction): Fate {
    if (!hasAcceptedPrice(transaction, this.#host.block.minimumGasPrice, this.#host.rules))
      return 'impossible'
    return transaction.gasLimitValue > this.#plan.room ? 'waits' : this.#tryOut(transaction)
  }

  #tryOut(transaction: Transaction): Fate {
    const { state } = this.#host
    const access = new TransactionAccess()
    const mark = state.snapshot()
    state.tracker = access
    try {
      const result = this.#execute(transaction)
      if (this.#place(transaction, result, access)) return 'placed'
      state.rollback(mark)
      return 'displaced'
    } catch (error) {
      return fateAfter(error)
    }
  }

  #execute(transaction: Transaction): TransactionResult {
    return executeTransaction(transaction, this.#host, {
      index: this.#plan.size,
      isRemasc: false,
      gasAvailable: this.#plan.room,
      feePayment: this.#feePayment,
    })
  }

  #place(transaction: Transaction, result: TransactionResult, access: TransactionAccess): boolean {
    const { gasUsed, isSequentialOnly, destroyed } = result
    const gasLimit = Number(transaction.gasLimitValue)
    if (!this.#plan.place({ transaction, gasLimit, gasUsed, access, isSequentialOnly })) return false
    for (const address of destroyed) this.#destroyed.add(addressKey(address))
    return true
  }
}

export function hasAcceptedPrice(
  { gasPriceValue: price }: Transaction,
  minimumGasPrice: bigint,
  rules: Rules,
): boolean {
  if (price < minimumGasPrice) return false
  return !rules.rskip252 || minimumGasPrice === 0n || price <= gasPriceCapFactor * minimumGasPrice
}

/** The state is as it was before: execution undoes what it throws out of. */
function fateAfter(error: unknown): Fate {
  if (!(error instanceof TransactionRejection)) throw error
  return error.reason === 'nonce-too-high' ? 'waits' : 'impossible'
}
