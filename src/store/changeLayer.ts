import { compareBytes } from '../primitives/bytes.ts'
import { copyBytes } from './copyBytes.ts'
import { bytesOf, type DeferredValue, type HeldValue } from './deferredValue.ts'
import { keyBytes, keyText } from './memory/memoryTable.ts'
import type { PostponedChange } from './postponedChange.ts'
import type { Batch, Entry, Range, Reader } from './store.ts'
import { type TableName, tableNames } from './tables.ts'

/** The change of a key: its new value, or undefined when it is deleted. */
type Changes = Map<string, HeldValue | undefined>

/**
 * Changes in memory over a reader, which stays as it is: reads through the layer see the changes. Later they are
 * applied to a batch in key order, each key once, which a B+ tree writes fastest. The layer keeps the values it is
 * given, as may the batch, so callers must not change them; it returns copies.
 */
export class ChangeLayer implements Batch {
  readonly #below: Reader
  readonly #tables = new Map<TableName, Changes>()
  readonly #postponed = new Map<TableName, PostponedChange[]>()
  /** Tables that got keys after all others. */
  readonly #appended = new Set<TableName>()
  #bytes = 0
  #count = 0

  constructor(below: Reader) {
    this.#below = below
  }

  /** Bytes of all keys and values that were put. */
  get bytes(): number {
    return this.#bytes
  }

  /** Number of changes that were made; a key that changed twice counts twice. */
  get changes(): number {
    return this.#count
  }

  get(table: TableName, key: Uint8Array): Uint8Array | undefined {
    this.#settle(table)
    const changes = this.#tables.get(table)
    if (changes === undefined) return this.#below.get(table, key)
    const text = keyText(key)
    const value = changes.get(text)
    if (value !== undefined) return copyBytes(bytesOf(value))
    return changes.has(text) ? undefined : this.#below.get(table, key)
  }

  has(table: TableName, key: Uint8Array): boolean {
    this.#settle(table)
    const changes = this.#tables.get(table)
    const text = changes && keyText(key)
    if (text === undefined || !changes?.has(text)) return this.#below.has(table, key)
    return changes.get(text) !== undefined
  }

  /** Sees the changes that were made before its first step. */
  *range(table: TableName, range: Range = {}): Generator<Entry, void, undefined> {
    this.#settle(table)
    const { start, end, reverse = false, limit = Number.POSITIVE_INFINITY } = range
    let left = limit
    for (const entry of merged(
      this.#changesIn(table, range),
      this.#below.range(table, { start, end, reverse }),
      reverse,
    )) {
      if (left-- <= 0) return
      yield entry
    }
  }

  put(table: TableName, key: Uint8Array, value: Uint8Array, isLast = false): void {
    if (isLast) this.#appended.add(table)
    this.#changes(table).set(keyText(key), value)
    this.#bytes += key.length + value.length
    this.#count++
  }

  putDeferred(table: TableName, key: Uint8Array, value: DeferredValue): boolean {
    // A store with versions is one in memory, which takes the changes over.
    if (this.#below.version === undefined) return false
    this.#changes(table).set(keyText(key), value)
    this.#bytes += key.length + value.weight
    this.#count++
    return true
  }

  postpone(table: TableName, change: PostponedChange): boolean {
    if (this.#below.version === undefined) return false
    const postponed = this.#postponed.get(table)
    if (postponed === undefined) this.#postponed.set(table, [change])
    else postponed.push(change)
    this.#bytes += change.weight
    this.#count++
    return true
  }

  delete(table: TableName, key: Uint8Array): void {
    this.#changes(table).set(keyText(key), undefined)
    this.#bytes += key.length
    this.#count++
  }

  /** Makes the changes in a batch of the store below. */
  applyTo(batch: Batch): void {
    if (batch.postpone === undefined) for (const table of this.#postponed.keys()) this.#settle(table)
    const remaining = new Map<TableName, Changes>()
    for (const [table, changes] of this.#tables) {
      if (batch.takeOver?.(table, changes) !== true) remaining.set(table, changes)
    }
    if (remaining.size > 0) this.#copyTo(batch, remaining)
    // Postponed changes are later than all others of their table, which would have settled them.
    for (const [table, postponed] of this.#postponed) {
      for (const change of postponed) batch.postpone?.(table, change)
    }
  }

  #copyTo(batch: Batch, tables: ReadonlyMap<TableName, Changes>): void {
    for (const table of tableNames) {
      const changes = tables.get(table)
      if (changes === undefined) continue
      for (const text of [...changes.keys()].sort()) {
        const value = changes.get(text)
        if (value === undefined) batch.delete(table, keyBytes(text))
        else batch.put(table, keyBytes(text), bytesOf(value), this.#appended.has(table))
      }
    }
  }

  /** Makes the postponed changes of a table, before any other use of it. */
  #settle(table: TableName): void {
    if (this.#postponed.size === 0) return
    const postponed = this.#postponed.get(table)
    if (postponed === undefined) return
    this.#postponed.delete(table)
    postponed[0]!.makeAll(postponed, this)
  }

  #changes(table: TableName): Changes {
    this.#settle(table)
    let changes = this.#tables.get(table)
    if (changes === undefined) {
      changes = new Map()
      this.#tables.set(table, changes)
    }
    return changes
  }

  /** The changes of a range in its direction. */
  #changesIn(table: TableName, { start, end, reverse }: Range): Change[] {
    const first = start === undefined ? '' : keyText(start)
    const stop = end === undefined ? undefined : keyText(end)
    const changes: Change[] = []
    for (const [text, value] of this.#tables.get(table) ?? []) {
      if (text >= first && (stop === undefined || text < stop)) changes.push({ key: keyBytes(text), value })
    }
    return changes.sort((a, b) => (reverse ? compareBytes(b.key, a.key) : compareBytes(a.key, b.key)))
  }
}

interface Change {
  readonly key: Uint8Array
  readonly value: HeldValue | undefined
}

function* merged(
  changes: readonly Change[],
  below: Iterable<Entry>,
  reverse: boolean,
): Generator<Entry, void, undefined> {
  let at = 0
  for (const entry of below) {
    let isReplaced = false
    for (; at < changes.length; at++) {
      const order = compareBytes(changes[at]!.key, entry.key)
      if (reverse ? order < 0 : order > 0) break
      if (order === 0) isReplaced = true
      yield* present(changes[at]!)
    }
    if (!isReplaced) yield entry
  }
  for (; at < changes.length; at++) yield* present(changes[at]!)
}

function* present({ key, value }: Change): Generator<Entry, void, undefined> {
  if (value !== undefined) yield { key, value: copyBytes(bytesOf(value)) }
}
