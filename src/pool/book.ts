import { type Address, equalBytes, type Hash } from '../primitives/bytes.ts'
import { addressKey, wordKey } from '../primitives/mapKeys.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import type { PoolOptions } from './poolOptions.ts'
import { evictionOrder, executionOrder, Ranking } from './ranking.ts'
import { SenderQueue } from './senderQueue.ts'

/** The time and the height of an arrival. */
export interface Arrival {
  readonly nowMs: number
  readonly height: number
}

/** The arrivals of transactions by time and by height, so that old ones are found without a search. */
class Arrivals {
  /** In the order of arrival, which is also the order of their times. */
  readonly #inOrder = new Set<PooledTransaction>()
  readonly #byHeight = new Map<number, Set<PooledTransaction>>()
  #sequence = 0
  #latestMs = 0

  /** Records the arrival of a transaction that has no record. */
  record(pooled: PooledTransaction, { nowMs, height }: Arrival): void {
    // If the clock is set back, a later arrival must not get an earlier time.
    this.#latestMs = Math.max(this.#latestMs, nowMs)
    pooled.sequence = this.#sequence++
    pooled.arrivedAtMs = this.#latestMs
    pooled.arrivedAtHeight = height
    this.#inOrder.add(pooled)
    const sameHeight = this.#byHeight.get(height)
    if (sameHeight) sameHeight.add(pooled)
    else this.#byHeight.set(height, new Set([pooled]))
  }

  clear(): void {
    this.#inOrder.clear()
    this.#byHeight.clear()
  }

  forget(pooled: PooledTransaction): void {
    if (!this.#inOrder.delete(pooled)) return
    const sameHeight = this.#byHeight.get(pooled.arrivedAtHeight)!
    sameHeight.delete(pooled)
    if (sameHeight.size === 0) this.#byHeight.delete(pooled.arrivedAtHeight)
  }

  /** Transactions that arrived at this time or earlier, oldest first. */
  upToTime(timeMs: number): PooledTransaction[] {
    const old: PooledTransaction[] = []
    for (const pooled of this.#inOrder) {
      if (pooled.arrivedAtMs > timeMs) break
      old.push(pooled)
    }
    return old
  }

  /** Transactions that arrived below this height. Old ones expire, so there are few heights to visit. */
  belowHeight(height: number): PooledTransaction[] {
    const old: PooledTransaction[] = []
    for (const [arrivedAt, transactions] of this.#byHeight) {
      if (arrivedAt < height) for (const pooled of transactions) old.push(pooled)
    }
    return old
  }

  /** All transactions in the order of arrival. */
  values(): Iterable<PooledTransaction> {
    return this.#inOrder.values()
  }
}

/** A transaction that is to be added, possibly as the replacement of another. */
interface Newcomer {
  readonly pooled: PooledTransaction
  readonly replaced: PooledTransaction | undefined
  /** Whether it becomes pending. */
  readonly executable: boolean
}

type Limits = Pick<PoolOptions, 'maximumTransactions' | 'maximumBytes'>

/** The pool's transactions and all indexes over them, which every change updates together. It applies no rules. */
export class TransactionBook {
  readonly arrivals = new Arrivals()
  readonly #byHash = new Map<string, PooledTransaction>()
  readonly #bySender = new Map<string, SenderQueue>()
  /** Made when their order is first asked for: a pool whose transactions are mined one by one needs neither. */
  #execution: Ranking | undefined
  #eviction: Ranking | undefined
  #pendingCount = 0
  #bytes = 0
  #edits = 0
  #edited: SenderQueue | undefined

  get size(): number {
    return this.#byHash.size
  }

  get pendingCount(): number {
    return this.#pendingCount
  }

  withHash(hash: Hash): PooledTransaction | undefined {
    return this.#byHash.get(wordKey(hash))
  }

  queueOf(sender: Uint8Array): SenderQueue | undefined {
    return this.#bySender.get(addressKey(sender))
  }

  queues(): Iterable<SenderQueue> {
    return this.#bySender.values()
  }

  /**
   * The sender's queue. A new one starts at the account's nonce and is dropped after an `edit` that leaves it empty.
   */
  queueFor(sender: Address, accountNonce: bigint): SenderQueue {
    const known = this.queueOf(sender)
    if (known) return known
    const queue = new SenderQueue(sender, accountNonce)
    this.#bySender.set(addressKey(sender), queue)
    return queue
  }

  /**
   * Makes several changes to one sender's transactions and updates the rankings once, after the last change.
   * `changes` must not change other senders' transactions or read an order.
   */
  edit(queue: SenderQueue, changes: () => void): void {
    if (this.#edited) throw new Error('the transactions of one sender are being edited already')
    this.#edited = queue
    const pendingBefore = queue.pendingCount
    try {
      changes()
    } finally {
      this.#edited = undefined
      this.#edits++
      this.#pendingCount += queue.pendingCount - pendingBefore
      this.#execution?.update(queue)
      this.#eviction?.update(queue)
      if (queue.last === undefined) this.#bySender.delete(addressKey(queue.sender))
    }
  }

  /** Adds a queued transaction. Only inside `edit`. */
  insert(queue: SenderQueue, pooled: PooledTransaction, moment: Arrival): void {
    this.#register(pooled, moment)
    queue.insert(pooled)
  }

  /** Replaces a transaction by another with the same nonce. Only inside `edit`. */
  replace(queue: SenderQueue, old: PooledTransaction, replacement: PooledTransaction, moment: Arrival): void {
    this.#unregister(old)
    this.#register(replacement, moment)
    queue.replace(old, replacement)
  }

  /** Makes a sender's candidate pending, as if it arrived now. Only inside `edit`. */
  promoteAnew(queue: SenderQueue, moment: Arrival): void {
    const candidate = queue.candidate!
    this.arrivals.forget(candidate)
    this.arrivals.record(candidate, moment)
    queue.promote()
  }

  /** Removes a transaction; pending ones that follow it are queued again. Only inside `edit`. */
  take(queue: SenderQueue, pooled: PooledTransaction): void {
    this.#unregister(pooled)
    queue.remove(pooled)
  }

  /**
   * Queues all transactions of a sender whose account has a new nonce, and drops those below it. Only inside `edit`.
   */
  rebase(queue: SenderQueue, accountNonce: bigint): void {
    for (const passed of queue.rebase(accountNonce)) this.#unregister(passed)
  }

  /** Removes one transaction. */
  remove(pooled: PooledTransaction): void {
    const queue = this.#bySender.get(addressKey(pooled.sender))!
    this.edit(queue, () => this.take(queue, pooled))
  }

  /** Removes all transactions. */
  clear(): void {
    if (this.#edited) throw new Error('the transactions of one sender are being edited')
    this.#edits++
    this.#byHash.clear()
    this.#bySender.clear()
    this.#execution = undefined
    this.#eviction = undefined
    this.arrivals.clear()
    this.#pendingCount = 0
    this.#bytes = 0
  }

  /** The transaction of a pool that has a single one. */
  get only(): PooledTransaction | undefined {
    if (this.#byHash.size !== 1) return undefined
    const [only] = this.#byHash.values()
    return only
  }

  inExecutionOrder(): Generator<PooledTransaction> {
    this.#execution ??= new Ranking(executionOrder, this.#bySender.values())
    return this.#guarded(this.#execution)
  }

  inEvictionOrder(): Generator<PooledTransaction> {
    this.#eviction ??= new Ranking(evictionOrder, this.#bySender.values())
    return this.#guarded(this.#eviction)
  }

  *#guarded(ranking: Ranking): Generator<PooledTransaction> {
    const edits = this.#edits
    for (const pooled of ranking.walk()) {
      yield pooled
      if (this.#edits !== edits) throw new Error('the pool changed while its order was being read')
    }
  }

  /**
   * The transactions that must leave so that the newcomer fits, or undefined if it does not outrank them. Does not
   * change the book.
   */
  victimsOf(
    newcomer: Newcomer,
    { maximumTransactions, maximumBytes }: Limits,
  ): PooledTransaction[] | undefined {
    const { pooled, replaced } = newcomer
    let excessCount = this.size + (replaced ? 0 : 1) - maximumTransactions
    let excessBytes = this.#bytes + pooled.size - (replaced?.size ?? 0) - maximumBytes
    if (excessCount <= 0 && excessBytes <= 0) return []
    const leaving: PooledTransaction[] = []
    for (const victim of this.inEvictionOrder()) {
      if (!outranks(newcomer, victim)) return undefined
      leaving.push(victim)
      excessCount--
      excessBytes -= victim.size
      if (excessCount <= 0 && excessBytes <= 0) return leaving
    }
    return undefined
  }

  #register(pooled: PooledTransaction, moment: Arrival): void {
    this.#byHash.set(pooled.key, pooled)
    this.#bytes += pooled.size
    this.arrivals.record(pooled, moment)
  }

  #unregister(pooled: PooledTransaction): void {
    this.#byHash.delete(pooled.key)
    this.#bytes -= pooled.size
    this.arrivals.forget(pooled)
  }
}

function outranks({ pooled, executable }: Newcomer, victim: PooledTransaction): boolean {
  // The newcomer needs the earlier transactions of its own sender.
  if (victim.nonce <= pooled.nonce && equalBytes(victim.sender, pooled.sender)) return false
  if (executable !== victim.pending) return executable
  return pooled.gasPrice > victim.gasPrice
}
