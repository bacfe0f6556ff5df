import type { Chain } from '../../chain/chain.ts'
import { GasPriceTracker } from '../../pool/gasPrice.ts'
import type { PendingListener, SenderTransactions, WaitingTransactions } from '../../pool/pool.ts'
import { PooledTransaction } from '../../pool/pooledTransaction.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { type Address, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { addressKey, wordKey } from '../../primitives/mapKeys.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

/** Memory for transactions, and of each besides its encoding. */
const [sentBytes, entryBytes] = [16 << 20, 1_000]
/** Blocks whose fullness decides whether transactions compete; the tracker's window. */
const priceBlocks = 50

/**
 * The newest transactions that clients of a light node have sent through it: all that it knows of the pools of others. One that
 * the proved nonce of its sender has passed is not pending any more.
 */
export class SentTransactions {
  readonly #chain: Chain
  readonly #sent = new BoundedMap<string, PooledTransaction>(
    sentBytes,
    ({ transaction }) => entryBytes + transaction.encoded.length,
  )
  readonly #listeners = new Set<PendingListener>()

  constructor(chain: Chain) {
    this.#chain = chain
  }

  /** The sender of the transaction is known. */
  add(transaction: Transaction, sender: Address): void {
    const pooled = new PooledTransaction(transaction, sender, true)
    pooled.pending = true
    this.#sent.set(pooled.key, pooled)
    for (const listener of [...this.#listeners]) listener([transaction])
  }

  /** Prices of the last blocks; transactions are read only while blocks are full. */
  readonly gasPrices = {
    recommended: (minimumGasPrice: bigint): bigint => {
      const byHeaders = this.#tracker(false)
      const isCompeting = byHeaders.competitivePrice !== undefined
      return (isCompeting ? this.#tracker(true) : byHeaders).recommended(minimumGasPrice)
    },
  }

  get(hash: Hash): PooledTransaction | undefined {
    return this.#sent.get(wordKey(hash))
  }

  nextNonce(sender: Address): bigint {
    const last = this.transactionsOf(sender).pending.at(-1)
    return last === undefined ? this.#nonce(sender) : last.nonceValue + 1n
  }

  onPending(listener: PendingListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get pendingCount(): number {
    return this.#sent.size
  }

  get queuedCount(): number {
    return 0
  }

  *pendingBySender(): Generator<SenderTransactions> {
    const senders = new Map(Array.from(this.#sent.values(), ({ sender }) => [addressKey(sender), sender]))
    for (const sender of senders.values()) {
      const { pending } = this.transactionsOf(sender)
      if (pending.length > 0) yield { sender, transactions: pending }
    }
  }

  *queuedBySender(): Generator<SenderTransactions, void, undefined> {}

  /** Those that follow the proved nonce without a gap. */
  transactionsOf(sender: Address): WaitingTransactions {
    const own = [...this.#sent.values()].filter((one) => equalBytes(one.sender, sender))
    if (own.length === 0) return { pending: [], queued: [] }
    const byNonce = new Map(own.map(({ nonce, transaction }) => [nonce, transaction]))
    const pending: Transaction[] = []
    for (let nonce = this.#nonce(sender); ; nonce++) {
      const next = byNonce.get(nonce)
      if (next === undefined) return { pending, queued: [] }
      pending.push(next)
    }
  }

  /** Only nodes with a pool count quotas and replace transactions. */
  quotaOf(): undefined {}

  replacementPrice(): undefined {}

  /** All of them, each sender's in the order of their nonces. */
  *inExecutionOrder(): Generator<Transaction, void, undefined> {
    for (const { transactions } of this.pendingBySender()) yield* transactions
  }

  #nonce(sender: Address): bigint {
    return this.#chain.sharedState(this.#chain.head).nonce(sender)
  }

  #tracker(readsTransactions: boolean): GasPriceTracker {
    const tracker = new GasPriceTracker()
    const { number: newest } = this.#chain.head
    for (let number = Math.max(1, newest - priceBlocks + 1); number <= newest; number++) {
      const block = this.#chain.select(number)
      if (block === undefined) continue
      tracker.addBlock(readsTransactions ? block : { header: block.header, transactions: [] })
    }
    return tracker
  }
}
