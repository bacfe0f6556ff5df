interface Entry<Key, Value> {
  readonly key: Key
  readonly value: Value
  readonly size: number
  older: Entry<Key, Value> | undefined
  newer: Entry<Key, Value> | undefined
}

/**
 * Values by key, bounded by the sum of their sizes (one each by default). When it is full, the entry that was set or
 * used longest ago is dropped first. A value larger than the whole capacity is not kept.
 *
 * The entries form a list from the oldest to the newest, so `use` changes four links. Deleting the key from the Map
 * and setting it again would keep the same order, but takes twice as long.
 */
export class BoundedMap<Key, Value> {
  readonly #capacity: number
  readonly #sizeOf: (value: Value) => number
  readonly #onDrop: (value: Value) => void
  readonly #entries = new Map<Key, Entry<Key, Value>>()
  #oldest: Entry<Key, Value> | undefined
  #newest: Entry<Key, Value> | undefined
  #total = 0

  /** `onDrop` receives each value that is dropped to make room, not those that are deleted or replaced. */
  constructor(
    capacity: number,
    sizeOf: (value: Value) => number = () => 1,
    onDrop: (value: Value) => void = () => {},
  ) {
    this.#capacity = capacity
    this.#sizeOf = sizeOf
    this.#onDrop = onDrop
  }

  /** Number of entries. */
  get size(): number {
    return this.#entries.size
  }

  /** Whether a value of this size can be set without dropping others. */
  hasRoomFor(size: number): boolean {
    return this.#total + size <= this.#capacity
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  /** Does not count as use. */
  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** The value, which becomes the last to be dropped. */
  use(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry !== this.#newest) {
      this.#unlink(entry)
      this.#append(entry)
    }
    return entry.value
  }

  /** `size` replaces the size that `sizeOf` gives. */
  set(key: Key, value: Value, size: number = this.#sizeOf(value)): void {
    this.delete(key)
    if (size > this.#capacity) return
    const entry = { key, value, size, older: undefined, newer: undefined }
    this.#entries.set(key, entry)
    this.#total += size
    this.#append(entry)
    this.#makeRoom()
  }

  delete(key: Key): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#total -= entry.size
    this.#unlink(entry)
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#oldest = undefined
    this.#newest = undefined
    this.#total = 0
  }

  /** From the next to be dropped to the last. During the iteration only the current entry may be deleted. */
  *keys(): Generator<Key, void, undefined> {
    for (let entry = this.#oldest; entry !== undefined; entry = entry.newer) yield entry.key
  }

  /** In the order of `keys`. */
  *values(): Generator<Value, void, undefined> {
    for (let entry = this.#oldest; entry !== undefined; entry = entry.newer) yield entry.value
  }

  /** In the order of `keys`. */
  *[Symbol.iterator](): Generator<[Key, Value], void, undefined> {
    for (let entry = this.#oldest; entry !== undefined; entry = entry.newer) yield [entry.key, entry.value]
  }

  #makeRoom(): void {
    while (this.#total > this.#capacity && this.#oldest !== undefined) {
      const { key, value } = this.#oldest
      this.delete(key)
      this.#onDrop(value)
    }
  }

  #append(entry: Entry<Key, Value>): void {
    entry.older = this.#newest
    entry.newer = undefined
    if (this.#newest === undefined) this.#oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
  }

  /** Keeps the links of the entry itself, so that an iteration can continue from it. */
  #unlink({ older, newer }: Entry<Key, Value>): void {
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
  }
}
