import type { Address, Hash } from '../primitives/bytes.ts'
import { getOrCreate } from '../primitives/getOrCreate.ts'
import { addressKey, wordKey } from '../primitives/mapKeys.ts'
import { Arrivals } from './arrivals.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import { Ranking } from './ranking.ts'
import { SenderQueue } from './senderQueue.ts'

/** The time and the height of an arrival. */
export interface Moment {
  readonly nowMs: number
  readonly height: number
}

/** The pool's transactions and all indexes over them, which every change updates together. It applies no rules. */
export class TransactionBook {
  readonly arrivals = new Arrivals()
  readonly #byHash = new Map<string, PooledTransaction>()
  readonly #bySender = new Map<string, SenderQueue>()
  readonly #execution = Ranking.byExecution()
  readonly #eviction = Ranking.byEviction()
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

  /** Length of all encodings together. */
  get bytes(): number {
    return this.#bytes
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
    return getOrCreate(this.#bySender, addressKey(sender), () => new SenderQueue(sender, accountNonce))
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
      this.#execution.update(queue)
      this.#eviction.update(queue)
      if (queue.last === undefined) this.#bySender.delete(addressKey(queue.sender))
    }
  }

  /** Adds a queued transaction. Only inside `edit`. */
  insert(queue: SenderQueue, pooled: PooledTransaction, moment: Moment): void {
    this.#register(pooled, moment)
    queue.insert(pooled)
  }

  /** Replaces a transaction by another with the same nonce. Only inside `edit`. */
  replace(queue: SenderQueue, old: PooledTransaction, replacement: PooledTransaction, moment: Moment): void {
    this.#unregister(old)
    this.#register(replacement, moment)
    queue.replace(old, replacement)
  }

  /** Makes a sender's candidate pending; `moment`, if given, becomes its arrival. Only inside `edit`. */
  promote(queue: SenderQueue, moment?: Moment): void {
    if (moment) this.arrivals.record(queue.candidate!, moment.nowMs, moment.height)
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
    this.#execution.clear()
    this.#eviction.clear()
    this.arrivals.clear()
    this.#pendingCount = 0
    this.#bytes = 0
  }

  /** The pending transaction of a pool with a single one. */
  get onlyPending(): PooledTransaction | undefined {
    return this.#pendingCount === 1 ? this.#execution.first : undefined
  }

  inExecutionOrder(): Generator<PooledTransaction> {
    return this.#guarded(this.#execution)
  }

  inEvictionOrder(): Generator<PooledTransaction> {
    return this.#guarded(this.#eviction)
  }

  *#guarded(ranking: Ranking): Generator<PooledTransaction> {
    const edits = this.#edits
    for (const pooled of ranking.walk()) {
      yield pooled
      if (this.#edits !== edits) throw new Error('the pool changed while its order was being read')
    }
  }

  #register(pooled: PooledTransaction, moment: Moment): void {
    this.#byHash.set(pooled.key, pooled)
    this.#bytes += pooled.size
    this.arrivals.record(pooled, moment.nowMs, moment.height)
  }

  #unregister(pooled: PooledTransaction): void {
    this.#byHash.delete(pooled.key)
    this.#bytes -= pooled.size
    this.arrivals.forget(pooled)
  }
}
