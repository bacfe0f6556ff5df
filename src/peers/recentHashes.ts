import type { Hash } from '../primitives/bytes.ts'
import { wordKey } from '../primitives/mapKeys.ts'

/** A bounded set of hashes; the oldest go first. */
export class RecentHashes {
  readonly #capacity: number
  readonly #keys = new Set<string>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  has(hash: Hash): boolean {
    return this.#keys.has(wordKey(hash))
  }

  /** Whether it was not there before. */
  add(hash: Hash): boolean {
    const key = wordKey(hash)
    if (this.#keys.has(key)) return false
    this.#keys.add(key)
    if (this.#keys.size > this.#capacity) {
      const [oldest] = this.#keys
      this.#keys.delete(oldest!)
    }
    return true
  }
}
