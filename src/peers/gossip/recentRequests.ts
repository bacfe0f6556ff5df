import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'

/** After so long somebody else may be asked for the same block. */
const patienceMs = 3_000
const capacity = 1_024

/** Blocks that were asked for a moment ago, so that one is not fetched from everybody who announces it. */
export class RecentRequests {
  readonly #now: () => number
  readonly #askedAt = new Map<string, number>()

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether a block was asked for of late. */
  has(hash: Hash): boolean {
    return this.#askedAt.has(wordKey(hash))
  }

  /** Whether a block should be asked for; from then on it counts as asked for. */
  isNew(hash: Hash): boolean {
    const key = wordKey(hash)
    const now = this.#now()
    const askedAt = this.#askedAt.get(key)
    if (askedAt !== undefined && now - askedAt < patienceMs) return false
    this.#askedAt.delete(key)
    this.#askedAt.set(key, now)
    if (this.#askedAt.size > capacity) {
      const [oldest] = this.#askedAt.keys()
      this.#askedAt.delete(oldest!)
    }
    return true
  }
}
