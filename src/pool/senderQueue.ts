import type { Address } from '../primitives/bytes.ts'
import type { PooledTransaction } from './pooledTransaction.ts'

/**
 * One sender's transactions in the order of their nonces. The first `pendingCount` of them follow the account's
 * nonce without a gap and have passed every check: they are pending. The others are queued.
 */
export class SenderQueue {
  readonly sender: Address
  #accountNonce: bigint
  #transactions: PooledTransaction[] = []
  #pendingCount = 0
  #pendingCost = 0n

  constructor(sender: Address, accountNonce: bigint) {
    this.sender = sender
    this.#accountNonce = accountNonce
  }

  /** The account's nonce at the best block. */
  get accountNonce(): bigint {
    return this.#accountNonce
  }

  get transactions(): readonly PooledTransaction[] {
    return this.#transactions
  }

  get pendingCount(): number {
    return this.#pendingCount
  }

  /** The values and highest possible fees of all pending transactions together. */
  get pendingCost(): bigint {
    return this.#pendingCost
  }

  /** The nonce of the next pending transaction. */
  get nextNonce(): bigint {
    return this.#accountNonce + BigInt(this.#pendingCount)
  }

  get firstPending(): PooledTransaction | undefined {
    return this.#pendingCount > 0 ? this.#transactions[0] : undefined
  }

  get last(): PooledTransaction | undefined {
    return this.#transactions.at(-1)
  }

  /** The queued transaction with the next nonce. */
  get candidate(): PooledTransaction | undefined {
    const first = this.#transactions[this.#pendingCount]
    return first?.nonce === this.nextNonce ? first : undefined
  }

  withNonce(nonce: bigint): PooledTransaction | undefined {
    const found = this.#transactions[this.#position(nonce)]
    return found?.nonce === nonce ? found : undefined
  }

  pendingAfter(pooled: PooledTransaction): PooledTransaction | undefined {
    const next = this.#position(pooled.nonce) + 1
    return next < this.#pendingCount ? this.#transactions[next] : undefined
  }

  before(pooled: PooledTransaction): PooledTransaction | undefined {
    return this.#transactions[this.#position(pooled.nonce) - 1]
  }

  /** Adds a queued transaction whose nonce is not in use. */
  insert(pooled: PooledTransaction): void {
    this.#transactions.splice(this.#position(pooled.nonce), 0, pooled)
  }

  /** Makes the candidate pending. */
  promote(): void {
    const promoted = this.#transactions[this.#pendingCount]!
    promoted.pending = true
    this.#pendingCount++
    this.#pendingCost += promoted.cost
  }

  /** Replaces a transaction by one with the same nonce. */
  replace(old: PooledTransaction, replacement: PooledTransaction): void {
    this.#transactions[this.#position(old.nonce)] = replacement
    if (!old.pending) return
    old.pending = false
    replacement.pending = true
    this.#pendingCost += replacement.cost - old.cost
  }

  /** Removes a transaction; pending ones that follow it are queued again. */
  remove(pooled: PooledTransaction): void {
    const position = this.#position(pooled.nonce)
    this.#demoteFrom(position)
    this.#transactions.splice(position, 1)
  }

  /** Sets another nonce of the account: queues all transactions, and removes and returns those below the nonce. */
  rebase(accountNonce: bigint): PooledTransaction[] {
    this.#demoteFrom(0)
    this.#accountNonce = accountNonce
    return this.#transactions.splice(0, this.#position(accountNonce))
  }

  #demoteFrom(position: number): void {
    for (let i = position; i < this.#pendingCount; i++) {
      const demoted = this.#transactions[i]!
      demoted.pending = false
      this.#pendingCost -= demoted.cost
    }
    this.#pendingCount = Math.min(this.#pendingCount, position)
  }

  /** The index of the first transaction whose nonce is not below this one. */
  #position(nonce: bigint): number {
    let low = 0
    let high = this.#transactions.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#transactions[middle]!.nonce < nonce) low = middle + 1
      else high = middle
    }
    return low
  }
}
