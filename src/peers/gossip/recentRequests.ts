import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'

/** After this time another peer may be asked for the same block. */
const patienceMs = 3_000
const rememberedRequests = 1_024

/** Blocks that were requested recently, so that a block is not fetched from every peer that announces it. */
export class RecentRequests {
  readonly #now: () => number
  readonly #requestedAtMs = new BoundedMap<string, number>(rememberedRequests)

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether a block was requested and the request is still remembered. */
  has(hash: Hash): boolean {
    return this.#requestedAtMs.has(wordKey(hash))
  }

  /** Whether a block should be requested now; if so, it counts as requested. */
  isNew(hash: Hash): boolean {
    const key = wordKey(hash)
    const nowMs = this.#now()
    const requestedAtMs = this.#requestedAtMs.get(key)
    if (requestedAtMs !== undefined && nowMs - requestedAtMs < patienceMs) return false
    this.#requestedAtMs.set(key, nowMs)
    return true
  }
}
