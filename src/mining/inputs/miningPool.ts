import type { Hash } from '../../primitives/bytes.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

/** What mining must know of the transaction pool, and no more. */
export interface MiningPool {
  readonly pendingCount: number
  /** As a block should hold them: each sender's by nonce, among senders the best price first. */
  inExecutionOrder(): Iterable<Transaction>
  /** Takes out a transaction that cannot be executed. */
  remove(hash: Hash): void
  /** Calls the listener after transactions have become pending. The answer ends that. */
  onPending(listener: () => void): () => void
}
