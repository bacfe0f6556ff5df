/**
 * Values by key, bounded by the sum of their sizes (one each by default). When it is full, the entry that was set or
 * used longest ago is dropped first. A value larger than the whole capacity is not kept.
 */
export class BoundedMap<Key, Value> {
  readonly #capacity: number
  readonly #sizeOf: (value: Value) => number
  /** A Map keeps the order of insertion. */
  readonly #entries = new Map<Key, Value>()
  #total = 0

  constructor(capacity: number, sizeOf: (value: Value) => number = () => 1) {
    this.#capacity = capacity
    this.#sizeOf = sizeOf
  }

  /** Number of entries. */
  get size(): number {
    return this.#entries.size
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  /** Does not count as use. */
  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  /** The value, which is now the last to be dropped. */
  use(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.delete(key)
    const size = this.#sizeOf(value)
    if (size > this.#capacity) return
    this.#entries.set(key, value)
    this.#total += size
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#capacity) break
      this.delete(oldest)
    }
  }

  delete(key: Key): boolean {
    const value = this.#entries.get(key)
    if (value === undefined) return false
    this.#total -= this.#sizeOf(value)
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#total = 0
  }

  /** The next to be dropped first. */
  keys(): IterableIterator<Key> {
    return this.#entries.keys()
  }

  /** The next to be dropped first. */
  values(): IterableIterator<Value> {
    return this.#entries.values()
  }

  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.#entries[Symbol.iterator]()
  }
}
