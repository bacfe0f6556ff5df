import type { PooledTransaction } from './pooledTransaction.ts'

/** The arrivals of transactions by time and by height, so that old ones are found without a search. */
export class Arrivals {
  /** In the order of arrival, which is also the order of their times. */
  readonly #inOrder = new Set<PooledTransaction>()
  readonly #byHeight = new Map<number, Set<PooledTransaction>>()
  #sequence = 0
  #latestMs = 0

  /** Records the arrival of a transaction; an earlier record of it is replaced. */
  record(pooled: PooledTransaction, nowMs: number, height: number): void {
    this.forget(pooled)
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
