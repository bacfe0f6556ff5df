import type { PooledTransaction } from './pooledTransaction.ts'

/** When transactions came, by time and by height, so that the old ones are found without looking at the others. */
export class Arrivals {
  /** In the order of arrival, which is also the order of time. */
  readonly #inOrder = new Set<PooledTransaction>()
  readonly #byHeight = new Map<number, Set<PooledTransaction>>()
  #sequence = 0
  #latestMs = 0

  /** Notes that the transaction came now; one that was noted before becomes the latest. */
  record(pooled: PooledTransaction, nowMs: number, height: number): void {
    this.forget(pooled)
    // A clock that is set back must not let a later arrival look older than an earlier one.
    this.#latestMs = Math.max(this.#latestMs, nowMs)
    pooled.sequence = this.#sequence++
    pooled.arrivedAtMs = this.#latestMs
    pooled.arrivedAtHeight = height
    this.#inOrder.add(pooled)
    const sameHeight = this.#byHeight.get(height)
    if (sameHeight) sameHeight.add(pooled)
    else this.#byHeight.set(height, new Set([pooled]))
  }

  forget(pooled: PooledTransaction): void {
    if (!this.#inOrder.delete(pooled)) return
    const sameHeight = this.#byHeight.get(pooled.arrivedAtHeight)!
    sameHeight.delete(pooled)
    if (sameHeight.size === 0) this.#byHeight.delete(pooled.arrivedAtHeight)
  }

  /** Those that came at this time or earlier, oldest first. */
  upToTime(timeMs: number): PooledTransaction[] {
    const old: PooledTransaction[] = []
    for (const pooled of this.#inOrder) {
      if (pooled.arrivedAtMs > timeMs) break
      old.push(pooled)
    }
    return old
  }

  /** Those that came below this height. Few heights are kept, because old ones expire. */
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
