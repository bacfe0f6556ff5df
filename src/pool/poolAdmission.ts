import { isFreeBridgeTransaction } from '../execution/transaction/freeBridgeSenders.ts'
import type { Address } from '../primitives/bytes.ts'
import { rulesAt } from '../protocol/networks/rules.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import type { TransactionBook } from './book.ts'
import {
  conditionsAfter,
  delegationRejection,
  firstRejection,
  type Occasion,
  type Subject,
} from './checks.ts'
import type { GasPriceTracker } from './gasPrice.ts'
import type { PoolChain } from './poolChain.ts'
import { PooledTransaction } from './pooledTransaction.ts'
import type { PoolOptions } from './poolOptions.ts'
import {
  alreadyKnown,
  type PoolRejection,
  reject,
  shortOfFunds,
  typeNotActive,
  wrongSignature,
} from './poolRejection.ts'
import type { AccountQuota } from './quota/accountQuotas.ts'
import { AccountRateLimit, type RatedTransaction, type RatingContext } from './rateLimit.ts'
import type { SenderQueue } from './senderQueue.ts'

/** The source of a transaction: a client of this node, a peer, or an abandoned block. */
type Origin = 'local' | 'peer' | 'block'

/** Decides which transactions enter the book and which of its queued ones become pending. */
export class PoolAdmission {
  readonly #chain: PoolChain
  readonly #book: TransactionBook
  readonly #gasPrices: GasPriceTracker
  readonly #options: PoolOptions
  readonly #rateLimit: AccountRateLimit | undefined
  #newlyPending: Transaction[] = []

  constructor(chain: PoolChain, book: TransactionBook, gasPrices: GasPriceTracker, options: PoolOptions) {
    this.#chain = chain
    this.#book = book
    this.#gasPrices = gasPrices
    this.#options = options
    this.#rateLimit = options.limitAccountRate ? new AccountRateLimit() : undefined
  }

  quotaOf(address: Address): AccountQuota | undefined {
    return this.#rateLimit?.quotaOf(address)
  }

  /** Transactions that became pending since the last call. */
  takeNewlyPending(): readonly Transaction[] {
    const transactions = this.#newlyPending
    if (transactions.length > 0) this.#newlyPending = []
    return transactions
  }

  admit(transaction: Transaction, origin: Origin, nowMs: number): 'pending' | 'queued' | PoolRejection {
    const { head, network } = this.#chain
    if (transaction.gasLimit.length === 0) return reject('gas-limit-missing')
    if (!transaction.hasAcceptableSignature(network.chainId)) return wrongSignature(transaction.chainId)
    const rules = transaction.neededRules.length === 0 ? undefined : rulesAt(network, head.number + 1)
    if (rules && transaction.neededRules.some((rule) => !rules[rule]))
      return typeNotActive(transaction, head.number + 1)
    const known = this.#book.withHash(transaction.hash)
    if (known) return alreadyKnown(known.pending)
    const { sender } = transaction
    if (!sender) return reject('sender-missing')
    const pooled = new PooledTransaction(transaction, sender, origin === 'local')
    // The quota of the sender has paid for a transaction that was in a block.
    pooled.charged = origin === 'block'
    return this.#place(pooled, origin === 'block' ? 'return' : 'arrival', this.#context(nowMs))
  }

  /** Updates the senders' transactions to their accounts at the new best block. */
  followAccounts(senders: Iterable<Address>, nowMs: number): void {
    const context = this.#context(nowMs)
    for (const sender of senders) {
      const queue = this.#book.queueOf(sender)
      if (queue) this.#followNonce(queue, context.accounts.nonce(sender), context)
    }
  }

  /** Drops transactions below the account's nonce; the others must pass the checks again to be pending. */
  #followNonce(queue: SenderQueue, accountNonce: bigint, context: RatingContext): void {
    this.#book.edit(queue, () => {
      this.#book.rebase(queue, accountNonce)
      this.#releaseFrom(queue, context)
    })
  }

  #place(
    pooled: PooledTransaction,
    occasion: Occasion,
    context: RatingContext,
  ): 'pending' | 'queued' | PoolRejection {
    const subject = this.#subject(pooled, context)
    const queue = this.#currentQueue(subject, context)
    const pendingNonce = queue?.nextNonce ?? subject.accountNonce
    const replaced = queue?.withNonce(pooled.nonce)
    const executable = pooled.nonce <= pendingNonce
    const rated = { pooled, replaced, pendingNonce }
    const rejection =
      firstRejection(subject, occasion) ??
      (replaced?.pending ? this.#replacementRejection(pooled, replaced) : undefined) ??
      (executable ? this.#paymentRejection(rated, subject, context, queue?.pendingCost ?? 0n) : undefined) ??
      delegationRejection(subject, queue !== undefined)
    if (rejection) return rejection
    const leaving = this.#book.victimsOf({ pooled, replaced, executable }, this.#options)
    if (!leaving) return reject('pool-full', () => 'a higher gas price may find room')

    for (const victim of leaving) this.#book.remove(victim)
    // Another one if the victims were all transactions of the sender.
    const entered = this.#book.queueFor(pooled.sender, subject.accountNonce)
    this.#book.edit(entered, () => {
      if (replaced) this.#book.replace(entered, replaced, pooled, context)
      else this.#book.insert(entered, pooled, context)
      if (!executable) return
      if (!replaced) entered.promote()
      this.#enterPending(rated, context)
      this.#releaseFrom(entered, context)
    })
    return executable ? 'pending' : 'queued'
  }

  /**
   * The sender's queue, updated first if the account's nonce changed in a block that was not announced to the pool
   * yet.
   */
  #currentQueue({ pooled, accountNonce }: Subject, context: RatingContext): SenderQueue | undefined {
    const queue = this.#book.queueOf(pooled.sender)
    if (!queue || queue.accountNonce === accountNonce) return queue
    this.#followNonce(queue, accountNonce, context)
    return this.#book.queueOf(pooled.sender)
  }

  /** The least price of a transaction that replaces a pending one. */
  priceToReplace({ gasPrice }: PooledTransaction): bigint {
    const bumped = (gasPrice * BigInt(100 + this.#options.gasPriceBumpPercent)) / 100n
    return bumped > gasPrice ? bumped : gasPrice + 1n
  }

  /** A pending transaction can be replaced only at a higher price, a queued one at any price. */
  #replacementRejection(
    { gasPrice }: PooledTransaction,
    replaced: PooledTransaction,
  ): PoolRejection | undefined {
    const least = this.priceToReplace(replaced)
    if (gasPrice >= least) return undefined
    return reject('replacement-price', () => `gas price ${gasPrice}, at least ${least}`)
  }

  #paymentRejection(
    rated: RatedTransaction,
    { balance }: Subject,
    context: RatingContext,
    pendingCost: bigint,
  ): PoolRejection | undefined {
    const { pooled, replaced } = rated
    if (!pooled.charged && this.#rateLimit?.permits(rated, context) === false) return reject('account-quota')
    const costOfOthers = pendingCost - (replaced?.cost ?? 0n)
    if (balance >= costOfOthers + pooled.cost) return undefined
    return shortOfFunds('insufficient-funds-for-all', balance, pooled.cost, costOfOthers)
  }

  /**
   * Makes a sender's queued transactions pending up to the first gap; drops the first that fails a check and stops.
   */
  #releaseFrom(queue: SenderQueue, context: RatingContext): void {
    for (let candidate = queue.candidate; candidate; candidate = queue.candidate) {
      const subject = this.#subject(candidate, context)
      const rated = { pooled: candidate, replaced: undefined, pendingNonce: queue.nextNonce }
      const rejection =
        firstRejection(subject, 'standing') ??
        this.#paymentRejection(rated, subject, context, queue.pendingCost)
      if (rejection) {
        this.#book.take(queue, candidate)
        return
      }
      if (candidate.announced) queue.promote()
      else this.#book.promoteAnew(queue, context)
      this.#enterPending(rated, context)
    }
  }

  /** Charges and announces a transaction that became pending, each at most once. */
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
      code: conditions.rules.rskip545 ? accounts.code(pooled.sender)?.bytes : undefined,
    }
  }

  #context(nowMs: number): RatingContext {
    const { head, network } = this.#chain
    return {
      conditions: conditionsAfter(head, network),
      accounts: this.#chain.accounts(),
      competitivePrice: this.#rateLimit && this.#gasPrices.competitivePrice,
      nowMs,
      height: head.number,
    }
  }
}
