import { ExecutionInterrupted } from '../../evm/halt.ts'
import type { EvmHost } from '../../execution/host/evmHost.ts'
import { executeTransaction, type TransactionResult } from '../../execution/transaction/executeTransaction.ts'
import { TransactionRejection } from '../../execution/transaction/transactionRejection.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { gasPriceCapFactor } from '../../protocol/gasBounds.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { State } from '../../state/state.ts'
import { type SublistPlan, TransactionAccess } from './sublistPlan.ts'
import type { WorkBound } from './workBound.ts'

/** The execution of one transaction failed in a way that no rule foresees, so no block can be assembled with it. */
export class FaultyTransaction extends Error {
  override readonly name = 'FaultyTransaction'
  readonly transaction: Transaction

  constructor(transaction: Transaction, cause: unknown) {
    super(`the execution of transaction ${toHex(transaction.hash)} failed: ${reasonOf(cause)}`, { cause })
    this.transaction = transaction
  }
}

/** Gas of a plain transfer, the cheapest transaction: with less room left the selection ends. */
const minimumGas = 21_000
/** A block has a few hundred transactions, so the selection ends after this many candidates. */
const maximumCandidates = 10_000
/** The selection ends after this many transactions that were executed and then did not fit into their list. */
const maximumDisplaced = 64

/**
 * `impossible`: cannot be executed at any position of this block, so the pool drops it. `displaced`: was executed,
 * but its list is full. `waits`: needs more room, or an earlier transaction of its sender.
 */
type Fate = 'placed' | 'impossible' | 'displaced' | 'waits'

export interface SelectionOptions {
  readonly feePayment: 'by-transaction' | 'by-block'
  readonly maximumTransactions: number
  /** The state before the block, where a transaction can raise the nonces of other accounts (RSKIP545). */
  readonly parentState?: Pick<State, 'nonce'> | undefined
  /** Ends the selection, also within a transaction, which then waits. */
  readonly bound?: WorkBound | undefined
}

/**
 * Tries transactions on one state in their order and puts those that can be executed into a plan. The state must not
 * be used afterwards.
 */
export class Selection {
  readonly impossible: Transaction[] = []
  readonly #host: EvmHost
  readonly #plan: SublistPlan
  readonly #options: SelectionOptions
  readonly #destroyed = new Set<string>()
  /** Sender → the nonce that the rule of blocks expects next. */
  readonly #nextNonces = new Map<string, bigint>()

  constructor(host: EvmHost, plan: SublistPlan, options: SelectionOptions) {
    this.#host = host
    this.#plan = plan
    this.#options = options
    host.destroyedEarlier = this.#destroyed
  }

  run(candidates: Iterable<Transaction>): void {
    const { maximumTransactions, bound } = this.#options
    let tried = 0
    let displaced = 0
    for (const transaction of candidates) {
      if (this.#plan.room < minimumGas || this.#plan.size >= maximumTransactions) return
      if (displaced > maximumDisplaced || tried === maximumCandidates || bound?.isReached) return
      tried++
      const fate = this.#fateOf(transaction)
      if (fate === 'impossible') this.impossible.push(transaction)
      if (fate === 'displaced') displaced++
    }
  }

  #fateOf(transaction: Transaction): Fate {
    if (!hasAcceptedPrice(transaction, this.#host.block.minimumGasPrice, this.#host.rules))
      return 'impossible'
    if (transaction.gasLimitValue > this.#plan.room) return 'waits'
    const fate = this.#tryOut(transaction)
    if (fate === 'placed') this.#followNonce(transaction)
    return fate
  }

  #followNonce({ sender, nonceValue }: Transaction): void {
    if (this.#options.parentState && sender) this.#nextNonces.set(addressKey(sender), nonceValue + 1n)
  }

  /**
   * The rule of blocks counts nonces from the parent's state. After an authorization or a creation has raised the nonce of an
   * account, no transaction of it fits into the block, although it can be executed.
   */
  #hasBlockNonce({ sender, nonceValue }: Transaction): boolean {
    const { parentState } = this.#options
    if (parentState === undefined || sender === undefined) return true
    return nonceValue === (this.#nextNonces.get(addressKey(sender)) ?? parentState.nonce(sender))
  }

  #tryOut(transaction: Transaction): Fate {
    const { state } = this.#host
    const access = new TransactionAccess()
    const mark = state.snapshot()
    state.tracker = access
    try {
      const result = this.#execute(transaction)
      const fits = this.#hasBlockNonce(transaction)
      if (fits && this.#place(transaction, result, access)) return 'placed'
      state.rollback(mark)
      return fits ? 'displaced' : 'waits'
    } catch (error) {
      if (error instanceof ExecutionInterrupted) return 'waits'
      if (!(error instanceof TransactionRejection)) throw new FaultyTransaction(transaction, error)
      // The state is unchanged: execution undoes a rejected transaction.
      return error.reason === 'nonce-too-high' ? 'waits' : 'impossible'
    }
  }

  #execute(transaction: Transaction): TransactionResult {
    const { feePayment, bound } = this.#options
    const result = executeTransaction(transaction, this.#host, {
      index: this.#plan.size,
      isRemasc: false,
      gasAvailable: this.#plan.room,
      feePayment,
      interrupt: bound?.interrupt,
    })
    bound?.addTransaction(result.workGas)
    return result
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
