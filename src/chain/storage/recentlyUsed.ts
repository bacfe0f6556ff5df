import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../state/mapKeys.ts'

interface Held<Value> {
  readonly value: Value
  readonly size: number
}

/** Values by hash, bounded by the sum of their sizes; what was not used for longest goes first. */
export class RecentlyUsed<Value> {
  readonly #capacity: number
  readonly #held = new Map<string, Held<Value>>()
  #size = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(hash: Hash): Value | undefined {
    const key = wordKey(hash)
    const held = this.#held.get(key)
    if (held === undefined) return undefined
    // A Map keeps the order of insertion: what was used last stands last.
    this.#held.delete(key)
    this.#held.set(key, held)
    return held.value
  }

  /** Keeps a value that is not held yet. */
  add(hash: Hash, value: Value, size: number): Value {
    if (size > this.#capacity) return value
    this.#held.set(wordKey(hash), { value, size })
    this.#size += size
    for (const [oldest, held] of this.#held) {
      if (this.#size <= this.#capacity) break
      this.#held.delete(oldest)
      this.#size -= held.size
    }
    return value
  }
}
