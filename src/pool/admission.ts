import { isFreeBridgeTransaction } from '../execution/transaction/freeBridgeSenders.ts'
import type { Address } from '../primitives/bytes.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import type { Moment, TransactionBook } from './book.ts'
import { arrivalChecks, firstRejection, returnChecks, type Subject, standingChecks } from './checks.ts'
import { type Conditions, conditionsAfter } from './conditions.ts'
import { makeRoom } from './eviction.ts'
import type { GasPriceTracker } from './gasPrice.ts'
import type { PoolOptions } from './options.ts'
import type { PoolChain, PoolHead } from './poolChain.ts'
import { PooledTransaction } from './pooledTransaction.ts'
import type { AccountQuota } from './quota/accountQuotas.ts'
import { type RatedTransaction, RateLimit, type RatingContext } from './rateLimit.ts'
import {
  alreadyPending,
  alreadyQueued,
  gasLimitMissing,
  insufficientFundsForAll,
  type PoolRejection,
  poolFull,
  quotaExceeded,
  replacementTooCheap,
  senderMissing,
  wrongSignature,
} from './rejection.ts'
import type { SenderQueue } from './senderQueue.ts'

/** Where a transaction comes from: this node's user, a peer, or a block that lost its place. */
export type Origin = 'local' | 'peer' | 'block'

/** Decides which transactions enter the book and which of its queued ones become pending. */
export class Admission {
  readonly #chain: PoolChain
  readonly #book: TransactionBook
  readonly #gasPrices: GasPriceTracker
  readonly #options: PoolOptions
  readonly #rateLimit: RateLimit | undefined
  #newlyPending: Transaction[] = []
  #conditions: { readonly head: PoolHead; readonly value: Conditions } | undefined

  constructor(chain: PoolChain, book: TransactionBook, gasPrices: GasPriceTracker, options: PoolOptions) {
    this.#chain = chain
    this.#book = book
    this.#gasPrices = gasPrices
    this.#options = options
    this.#rateLimit = options.limitAccountRate ? new RateLimit() : undefined
  }

  quotaOf(address: Address): AccountQuota | undefined {
    return this.#rateLimit?.quotaOf(address)
  }

  /** Transactions that became pending since this was last asked. */
  takeNewlyPending(): readonly Transaction[] {
    const transactions = this.#newlyPending
    if (transactions.length > 0) this.#newlyPending = []
    return transactions
  }

  admit(transaction: Transaction, origin: Origin, nowMs: number): 'pending' | 'queued' | PoolRejection {
    const rejection = this.#formRejection(transaction) ?? this.#duplicateRejection(transaction)
    if (rejection) return rejection
    const { sender } = transaction
    if (!sender) return senderMissing
    const pooled = new PooledTransaction(transaction, sender, origin === 'local')
    // One that was in a block does not count against its sender again.
    pooled.charged = origin === 'block'
    return this.#place(pooled, origin === 'block' ? returnChecks : arrivalChecks, this.#context(nowMs))
  }

  /** Brings the senders' transactions in line with their accounts at the new best block. */
  followAccounts(senders: Iterable<Address>, nowMs: number): void {
    const context = this.#context(nowMs)
    for (const sender of senders) {
      const queue = this.#book.queueOf(sender)
      if (queue) this.#followNonce(queue, context.accounts.nonce(sender), context)
    }
  }

  /** Drops what the account's nonce has passed; the rest passes the checks again to be pending. */
  #followNonce(queue: SenderQueue, accountNonce: bigint, context: RatingContext): void {
    this.#book.edit(queue, () => {
      this.#book.rebase(queue, accountNonce)
      this.#releaseFrom(queue, context)
    })
  }

  #formRejection(transaction: Transaction): PoolRejection | undefined {
    if (transaction.gasLimit.length === 0) return gasLimitMissing
    if (transaction.hasAcceptableSignature(this.#chain.network.chainId)) return undefined
    return wrongSignature(transaction.chainId)
  }

  #duplicateRejection(transaction: Transaction): PoolRejection | undefined {
    const known = this.#book.withHash(transaction.hash)
    return known && (known.pending ? alreadyPending : alreadyQueued)
  }

  #place(
    pooled: PooledTransaction,
    checks: typeof arrivalChecks,
    context: RatingContext,
  ): 'pending' | 'queued' | PoolRejection {
    const subject = this.#subject(pooled, context)
    const queue = this.#queueInStep(subject, context)
    const pendingNonce = queue?.nextNonce ?? subject.accountNonce
    const replaced = queue?.withNonce(pooled.nonce)
    const executable = pooled.nonce <= pendingNonce
    const rated = { pooled, replaced, pendingNonce }
    const rejection =
      firstRejection(checks, subject) ??
      this.#replacementRejection(pooled, replaced) ??
      (executable ? this.#paymentRejection(rated, subject, context, queue?.pendingCost ?? 0n) : undefined)
    if (rejection) return rejection
    const leaving = makeRoom(this.#book, { pooled, replaced, executable }, this.#options)
    if (!leaving) return poolFull

    for (const victim of leaving) this.#book.remove(victim)
    this.#enter(rated, this.#book.queueFor(pooled.sender, subject.accountNonce), context)
    return executable ? 'pending' : 'queued'
  }

  #enter(rated: RatedTransaction, queue: SenderQueue, context: RatingContext): void {
    const { pooled, replaced, pendingNonce } = rated
    const moment = momentOf(context)
    this.#book.edit(queue, () => {
      if (replaced) this.#book.replace(queue, replaced, pooled, moment)
      else this.#book.insert(queue, pooled, moment)
      if (pooled.nonce > pendingNonce) return
      if (!replaced) this.#book.promote(queue)
      this.#enterPending(rated, context)
      this.#releaseFrom(queue, context)
    })
  }

  /** The sender's queue, also when the pool has not yet been told of the block that moved the account's nonce. */
  #queueInStep({ pooled, accountNonce }: Subject, context: RatingContext): SenderQueue | undefined {
    const queue = this.#book.queueOf(pooled.sender)
    if (!queue || queue.accountNonce === accountNonce) return queue
    this.#followNonce(queue, accountNonce, context)
    return this.#book.queueOf(pooled.sender)
  }

  /** A queued transaction gives way without a word; a pending one wants to see a better price. */
  #replacementRejection(
    { gasPrice }: PooledTransaction,
    replaced: PooledTransaction | undefined,
  ): PoolRejection | undefined {
    if (!replaced?.pending) return undefined
    const bumped = (replaced.gasPrice * BigInt(100 + this.#options.gasPriceBumpPercent)) / 100n
    return gasPrice > replaced.gasPrice && gasPrice >= bumped ? undefined : replacementTooCheap
  }

  #paymentRejection(
    rated: RatedTransaction,
    { balance }: Subject,
    context: RatingContext,
    pendingCost: bigint,
  ): PoolRejection | undefined {
    const { pooled, replaced } = rated
    if (!pooled.charged && this.#rateLimit?.permits(rated, context) === false) return quotaExceeded
    const costOfOthers = pendingCost - (replaced?.cost ?? 0n)
    return balance >= costOfOthers + pooled.cost ? undefined : insufficientFundsForAll
  }

  /** Makes a sender's queued transactions pending until one is missing; the first that fails a check is dropped. */
  #releaseFrom(queue: SenderQueue, context: RatingContext): void {
    for (let candidate = queue.candidate; candidate; candidate = queue.candidate) {
      const subject = this.#subject(candidate, context)
      const rated = { pooled: candidate, replaced: undefined, pendingNonce: queue.nextNonce }
      const rejection =
        firstRejection(standingChecks, subject) ??
        this.#paymentRejection(rated, subject, context, queue.pendingCost)
      if (rejection) {
        this.#book.take(queue, candidate)
        return
      }
      this.#book.promote(queue, candidate.announced ? undefined : momentOf(context))
      this.#enterPending(rated, context)
    }
  }

  /** Charges and announces a transaction that has become pending, once. */
  #enterPending(rated: RatedTransaction, context: RatingContext): void {
    const { pooled } = rated
    if (!pooled.charged) this.#rateLimit?.charge(rated, context)
    pooled.charged = true
    if (pooled.announced) return
    pooled.announced = true
    this.#newlyPending.push(pooled.transaction)
  }

  #subject(pooled: PooledTransaction, { accounts, conditions }: RatingContext): Subject {
    return {
      pooled,
      accountExists: accounts.exists(pooled.sender),
      accountNonce: accounts.nonce(pooled.sender),
      balance: accounts.balance(pooled.sender),
      free: isFreeBridgeTransaction(pooled.transaction, this.#chain.network, conditions.rules),
      conditions,
      accountSlots: this.#options.accountSlots,
    }
  }

  #context(nowMs: number): RatingContext {
    return {
      conditions: this.#currentConditions(),
      accounts: this.#chain.accounts(),
      competitivePrice: this.#gasPrices.competitivePrice,
      nowMs,
    }
  }

  #currentConditions(): Conditions {
    const { head, network } = this.#chain
    if (this.#conditions?.head !== head) {
      this.#conditions = { head, value: conditionsAfter(head, network) }
    }
    return this.#conditions.value
  }
}

const momentOf = ({ nowMs, conditions }: RatingContext): Moment => ({ nowMs, height: conditions.height })
