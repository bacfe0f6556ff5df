import type { Hash } from '../primitives/bytes.ts'
import { wordKey } from '../primitives/mapKeys.ts'

/** Values by hash, of which only so many of the latest are kept. */
export class LatestByHash<Value> {
  readonly #capacity: number
  /** A Map keeps the order of insertion. */
  readonly #values = new Map<string, Value>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#values.size
  }

  /** Setting a value again makes it the latest. */
  set(hash: Hash, value: Value): void {
    const key = wordKey(hash)
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#capacity) this.#deleteOldest()
  }

  get(hash: Hash): Value | undefined {
    return this.#values.get(wordKey(hash))
  }

  delete(hash: Hash): void {
    this.#values.delete(wordKey(hash))
  }

  /** The oldest first. */
  values(): IterableIterator<Value> {
    return this.#values.values()
  }

  clear(): void {
    this.#values.clear()
  }

  #deleteOldest(): void {
    const { value: oldest } = this.#values.keys().next()
    if (oldest !== undefined) this.#values.delete(oldest)
  }
}
