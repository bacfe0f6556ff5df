import { equalBytes } from '../primitives/bytes.ts'
import type { TransactionBook } from './book.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import type { PoolOptions } from './poolOptions.ts'

/** A transaction that is to be added, possibly as the replacement of another. */
export interface Newcomer {
  readonly pooled: PooledTransaction
  readonly replaced: PooledTransaction | undefined
  /** Whether it becomes pending. */
  readonly executable: boolean
}

type Limits = Pick<PoolOptions, 'maximumTransactions' | 'maximumBytes'>

/**
 * The transactions that must leave so that the newcomer fits, or undefined if it does not outrank them. Does not
 * change the book.
 */
export function makeRoom(
  book: TransactionBook,
  newcomer: Newcomer,
  { maximumTransactions, maximumBytes }: Limits,
): PooledTransaction[] | undefined {
  const { pooled, replaced } = newcomer
  let excessCount = book.size + (replaced ? 0 : 1) - maximumTransactions
  let excessBytes = book.bytes + pooled.size - (replaced?.size ?? 0) - maximumBytes
  if (excessCount <= 0 && excessBytes <= 0) return []
  const leaving: PooledTransaction[] = []
  for (const victim of book.inEvictionOrder()) {
    if (!outranks(newcomer, victim)) return undefined
    leaving.push(victim)
    excessCount--
    excessBytes -= victim.size
    if (excessCount <= 0 && excessBytes <= 0) return leaving
  }
  return undefined
}

function outranks({ pooled, executable }: Newcomer, victim: PooledTransaction): boolean {
  // The newcomer needs the earlier transactions of its own sender.
  if (victim.nonce <= pooled.nonce && equalBytes(victim.sender, pooled.sender)) return false
  if (executable !== victim.pending) return executable
  return pooled.gasPrice > victim.gasPrice
}
