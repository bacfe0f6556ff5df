import { type Address, equalBytes, type Hash } from '../primitives/bytes.ts'
import { addressKey } from '../primitives/mapKeys.ts'
import { authorityOf } from '../protocol/transactions/authorization.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import { TransactionBook } from './book.ts'
import { defaultGasPriceOptions, type GasPriceOptions, GasPriceTracker } from './gasPrice.ts'
import { PoolAdmission } from './poolAdmission.ts'
import type { BestChainChange, PoolBlock, PoolChain } from './poolChain.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import { defaultPoolOptions, type PoolOptions } from './poolOptions.ts'
import type { PoolRejection } from './poolRejection.ts'
import type { AccountQuota } from './quota/accountQuotas.ts'

export interface PoolParts {
  readonly chain: PoolChain
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly options?: Partial<PoolOptions>
  readonly gasPriceOptions?: Partial<GasPriceOptions>
  /** The last blocks of the chain, oldest first, for the initial gas price. */
  readonly recentBlocks?: Iterable<PoolBlock>
}

export type Submission =
  | { readonly status: 'pending' | 'queued' }
  | { readonly status: 'rejected'; readonly rejection: PoolRejection }

/** One sender's transactions in the order of their nonces. */
export interface SenderTransactions {
  readonly sender: Address
  readonly transactions: readonly Transaction[]
}

/** Transactions of one sender; each account may have a few only. */
export interface WaitingTransactions {
  readonly pending: readonly Transaction[]
  readonly queued: readonly Transaction[]
}

export interface AddOptions {
  /** Whether a client of this node submitted the transaction; otherwise it comes from a peer. */
  readonly local?: boolean
}

/** A decision about a transaction that the listeners have not heard of. */
export interface Unannounced {
  readonly submission: Submission
  /** For `announce`: the transaction, unless it is queued, and those that waited for it. */
  readonly becamePending: readonly Transaction[]
}

export type PendingListener = (transactions: readonly Transaction[]) => void

/**
 * Transactions that wait for a block. Those whose nonces follow their sender's account without a gap are pending:
 * the next block can include them. The others are queued until the gap closes.
 *
 * Expired transactions are dropped before each addition or read. A rejected transaction changes nothing.
 */
export class TransactionPool {
  readonly gasPrices: GasPriceTracker
  readonly #chain: PoolChain
  readonly #clock: () => number
  readonly #options: PoolOptions
  readonly #book = new TransactionBook()
  readonly #admission: PoolAdmission
  readonly #listeners = new Set<PendingListener>()
  readonly #unfollow: () => void

  constructor({ chain, clock, options, gasPriceOptions, recentBlocks }: PoolParts) {
    this.#chain = chain
    this.#clock = clock
    this.#options = { ...defaultPoolOptions, ...options }
    this.gasPrices = new GasPriceTracker({ ...defaultGasPriceOptions, ...gasPriceOptions })
    for (const block of recentBlocks ?? []) this.gasPrices.addBlock(block)
    this.#admission = new PoolAdmission(chain, this.#book, this.gasPrices, this.#options)
    this.#unfollow = chain.onHead((change) => this.#followHead(change))
  }

  /** Unsubscribes from the chain. */
  close(): void {
    this.#unfollow()
    this.#listeners.clear()
  }

  add(transaction: Transaction, options: AddOptions = {}): Submission {
    const { submission, becamePending } = this.addUnannounced(transaction, options)
    this.announce(becamePending)
    return submission
  }

  /** As `add`, for a caller that mines or stores the transaction before it announces it. */
  addUnannounced(transaction: Transaction, { local = false }: AddOptions = {}): Unannounced {
    this.expire()
    const outcome = this.#admission.admit(transaction, local ? 'local' : 'peer', this.#clock())
    const isAccepted = typeof outcome === 'string'
    return {
      submission: isAccepted ? { status: outcome } : { status: 'rejected', rejection: outcome },
      becamePending: this.#admission.takeNewlyPending(),
    }
  }

  /** Calls the listeners. Must come last in every change, because they may use the pool. */
  announce(becamePending: readonly Transaction[]): void {
    if (becamePending.length > 0) for (const listener of [...this.#listeners]) listener(becamePending)
  }

  /** Drops a transaction, such as one that the miner cannot execute. */
  remove(hash: Hash): boolean {
    const pooled = this.#book.withHash(hash)
    if (pooled) this.#book.remove(pooled)
    return pooled !== undefined
  }

  clear(): void {
    this.#book.clear()
  }

  /** Drops expired transactions. Every other method does so first; a timer may call this to free memory. */
  expire(): void {
    if (this.#book.size === 0) return
    const oldest = this.#clock() - this.#options.maximumAgeMs
    for (const old of this.#book.arrivals.upToTime(oldest)) this.#book.remove(old)
  }

  get pendingCount(): number {
    this.expire()
    return this.#book.pendingCount
  }

  get queuedCount(): number {
    this.expire()
    return this.#book.size - this.#book.pendingCount
  }

  get(hash: Hash): PooledTransaction | undefined {
    this.expire()
    return this.#book.withHash(hash)
  }

  /** The nonce of an account after all its pending transactions. */
  nextNonce(address: Address): bigint {
    this.expire()
    return this.#book.queueOf(address)?.nextNonce ?? this.#chain.accounts().nonce(address)
  }

  /** The least price of a transaction that replaces the pending one with this nonce; undefined without one. */
  replacementPrice(address: Address, nonce: bigint): bigint | undefined {
    this.expire()
    const replaced = this.#book.queueOf(address)?.withNonce(nonce)
    return replaced?.pending ? this.#admission.priceToReplace(replaced) : undefined
  }

  /** Pending transactions by sender. */
  *pendingBySender(): Generator<SenderTransactions> {
    this.expire()
    for (const { sender, transactions, pendingCount } of this.#book.queues()) {
      if (pendingCount > 0) yield { sender, transactions: unwrapped(transactions.slice(0, pendingCount)) }
    }
  }

  /** Queued transactions by sender. */
  *queuedBySender(): Generator<SenderTransactions> {
    this.expire()
    for (const { sender, transactions, pendingCount } of this.#book.queues()) {
      if (pendingCount < transactions.length)
        yield { sender, transactions: unwrapped(transactions.slice(pendingCount)) }
    }
  }

  /** The transactions of one sender in the order of their nonces. */
  transactionsOf(sender: Address): WaitingTransactions {
    this.expire()
    const { transactions = [], pendingCount = 0 } = this.#book.queueOf(sender) ?? {}
    return {
      pending: unwrapped(transactions.slice(0, pendingCount)),
      queued: unwrapped(transactions.slice(pendingCount)),
    }
  }

  /**
   * Pending transactions in the order of a block: by nonce within a sender, the highest price first among senders,
   * the earliest first at the same price. The pool must not change while they are read.
   */
  inExecutionOrder(): IterableIterator<Transaction> {
    this.expire()
    const { only } = this.#book
    return only?.pending ? [only.transaction].values() : this.#inExecutionOrder()
  }

  *#inExecutionOrder(): Generator<Transaction> {
    for (const { transaction } of this.#book.inExecutionOrder()) yield transaction
  }

  /** Transactions that clients of this node submitted, in the order of arrival. */
  localTransactions(): Transaction[] {
    this.expire()
    return unwrapped([...this.#book.arrivals.values()].filter((pooled) => pooled.local))
  }

  /** The remaining quota of an account; undefined if it has not been counted. */
  quotaOf(address: Address): AccountQuota | undefined {
    return this.#admission.quotaOf(address)
  }

  /** Calls the listener with transactions that became pending. Returns a function that unsubscribes. */
  onPending(listener: PendingListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Updates only senders and authorities of transactions in the blocks: nothing else changes a nonce or lowers a balance. */
  #followHead({ abandoned, added }: BestChainChange): void {
    for (const block of added) this.gasPrices.addBlock(block)
    if (abandoned.length === 0) this.#dropMined(added)
    if (abandoned.length === 0 && this.#book.size === 0) return
    this.expire()
    const lowest = this.#chain.head.number - this.#options.maximumAgeBlocks
    for (const old of this.#book.arrivals.belowHeight(lowest)) this.#book.remove(old)
    const returning = abandoned.flatMap((block) => block.transactions)
    if (this.#book.size === 0 && returning.length === 0) return
    this.#admission.followAccounts(this.#sendersOf([...abandoned, ...added]), this.#clock())
    for (const transaction of returning) this.#admission.admit(transaction, 'block', this.#clock())
    this.announce(this.#admission.takeNewlyPending())
  }

  /** On a chain that mines per transaction, the only transaction is in the new block, and no account has to be read. */
  #dropMined(added: readonly PoolBlock[]): void {
    const { only } = this.#book
    if (only === undefined) return
    for (const { transactions } of added) {
      for (const { hash } of transactions) {
        if (equalBytes(hash, only.transaction.hash)) this.#book.clear()
      }
    }
  }

  /** Each sender once; taken from the pool where possible, because recovery from a signature is slow. */
  #sendersOf(blocks: readonly PoolBlock[]): Address[] {
    const senders = new Map<string, Address>()
    for (const { transactions } of blocks) {
      for (const transaction of transactions) {
        const sender = this.#book.withHash(transaction.hash)?.sender ?? transaction.sender
        const raised = transaction.authorizations.map(authorityOf)
        for (const account of [sender, ...raised]) if (account) senders.set(addressKey(account), account)
      }
    }
    return [...senders.values()]
  }
}

const unwrapped = (pooled: readonly PooledTransaction[]): Transaction[] =>
  pooled.map(({ transaction }) => transaction)
