import { compareBytes } from '../primitives/bytes.ts'
import type { Engine } from './engine.ts'
import { StoreError } from './errors.ts'
import { checkKey, successor } from './keys.ts'
import type { Batch, Entry, Range, Reader, Store } from './store.ts'
import type { TableName } from './tables.ts'

/** Entries per page. Pages of a walk grow to the maximum: short walks read little ahead, long ones are fast. */
const firstPageSize = 16
const maximumPageSize = 1024

type Activity = 'idle' | 'write' | 'snapshot' | 'closed'

/** The rules of a `Store` over any engine. */
export class EngineStore implements Store, Batch {
  readonly #engine: Engine
  #activity: Activity = 'idle'
  /** Grows with every change, so that a walk in progress discards the entries it has read ahead. */
  #changes = 0

  constructor(engine: Engine) {
    this.#engine = engine
  }

  get version(): number | undefined {
    return this.#engine.isVersioned ? this.#changes : undefined
  }

  get(table: TableName, key: Uint8Array): Uint8Array | undefined {
    checkKey(key)
    this.#checkOpen()
    return this.#engine.get(table, key)
  }

  has(table: TableName, key: Uint8Array): boolean {
    checkKey(key)
    this.#checkOpen()
    return this.#engine.has(table, key)
  }

  neighbours(table: TableName, key: Uint8Array, isBound?: boolean): readonly Entry[] | undefined {
    checkKey(key)
    this.#checkOpen()
    return this.#engine.neighbours?.(table, key, isBound)
  }

  unreachable(table: TableName): number | undefined {
    this.#checkOpen()
    return this.#engine.unreachable?.(table)
  }

  count(table: TableName): number | undefined {
    this.#checkOpen()
    return this.#engine.count?.(table)
  }

  usedBytes(tables?: readonly TableName[]): number | undefined {
    this.#checkOpen()
    return this.#engine.usedBytes?.(tables)
  }

  range(table: TableName, range: Range = {}): IterableIterator<Entry> {
    this.#checkOpen()
    checkBound(range.start)
    checkBound(range.end)
    return this.#walk(table, range)
  }

  *#walk(table: TableName, range: Range): Generator<Entry, void, undefined> {
    const reverse = range.reverse ?? false
    let { start, end, limit: left = Number.POSITIVE_INFINITY } = range
    let size = firstPageSize
    for (let last = false; !last && left > 0; size = Math.min(size * 4, maximumPageSize)) {
      if (isEmpty(start, end)) return
      this.#checkOpen()
      const page = this.#engine.page(table, { start, end, reverse, limit: Math.min(size, left) })
      const seen = this.#changes
      last = page.last
      for (const entry of page.entries) {
        // A copy, because the caller may change the entry.
        if (reverse) end = Uint8Array.from(entry.key)
        else start = successor(entry.key)
        left--
        yield entry
        if (this.#changes === seen) continue
        last = false
        break
      }
    }
  }

  write<Result>(work: (batch: Batch) => Result): Result {
    this.#checkOpen()
    if (this.#engine.readOnly) throw new StoreError('read-only', 'this store was opened for reading only')
    if (this.#activity === 'write') {
      throw new StoreError(
        'nested-write',
        'a write is running: pass its batch on instead of starting another',
      )
    }
    if (this.#activity === 'snapshot') {
      throw new StoreError('write-in-snapshot', 'a snapshot is being read: write after it has ended')
    }
    this.#activity = 'write'
    try {
      return this.#engine.transaction(() => synchronous(work(this)))
    } finally {
      this.#rest()
    }
  }

  put(table: TableName, key: Uint8Array, value: Uint8Array, isLast = false): void {
    checkKey(key)
    this.#checkWriting()
    this.#changes++
    this.#engine.put(table, key, value, isLast)
  }

  delete(table: TableName, key: Uint8Array): void {
    checkKey(key)
    this.#checkWriting()
    this.#changes++
    this.#engine.delete(table, key)
  }

  snapshot<Result>(work: (reader: Reader) => Result): Result {
    this.#checkOpen()
    if (this.#activity === 'snapshot') return synchronous(work(this))
    if (this.#activity === 'write') {
      throw new StoreError('snapshot-in-write', 'a write is running: read through its batch')
    }
    this.#activity = 'snapshot'
    try {
      return this.#engine.snapshot(() => synchronous(work(this)))
    } finally {
      this.#rest()
    }
  }

  renew(): boolean {
    this.#checkOpen()
    if (this.#activity !== 'idle' || this.#engine.renew?.() !== true) return false
    this.#changes++
    return true
  }

  /** Counts as a change: a rollback changes the tables too, and a snapshot may have made newer commits visible. */
  #rest(): void {
    this.#activity = 'idle'
    this.#changes++
  }

  close(): void {
    if (this.#activity === 'closed') return
    if (this.#activity !== 'idle') {
      throw new StoreError(
        'close-in-work',
        `a ${this.#activity} is running: close the store after it has ended`,
      )
    }
    this.#activity = 'closed'
    this.#engine.close()
  }

  #checkOpen(): void {
    if (this.#activity === 'closed') throw new StoreError('closed', 'this store has been closed')
  }

  #checkWriting(): void {
    if (this.#activity === 'write') return
    throw new StoreError('batch-over', 'a batch accepts changes only while its write is running')
  }
}

function checkBound(bound: Uint8Array | undefined): void {
  if (bound !== undefined && bound.length > 0) checkKey(bound)
}

function isEmpty(start: Uint8Array | undefined, end: Uint8Array | undefined): boolean {
  return end !== undefined && (start === undefined ? end.length === 0 : compareBytes(start, end) >= 0)
}

function synchronous<Result>(result: Result): Result {
  if (!(result instanceof Promise)) return result
  // The caller never gets the promise, so its rejection would be unhandled.
  result.catch(() => {})
  throw new StoreError('asynchronous-work', 'work on a store must be synchronous, but it returned a promise')
}
