import { compareBytes } from '../primitives/bytes.ts'
import { bytesOfText, keyText } from './keys.ts'
import type { Batch, Entry, Range, Reader } from './store.ts'
import { type TableName, tableNames } from './tables.ts'

/** The change of a key: its new value, or undefined when it is deleted. */
type Changes = Map<string, Uint8Array | undefined>

/**
 * Changes in memory over a reader, which stays as it is: reads through the layer see the changes. Later they are
 * applied to a batch in key order, each key once, which a B+ tree writes fastest. The layer keeps the values it is
 * given, so callers must not change them; it returns copies.
 */
export class ChangeLayer implements Batch {
  readonly #below: Reader
  readonly #tables = new Map<TableName, Changes>()
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
    const changes = this.#tables.get(table)
    if (changes === undefined) return this.#below.get(table, key)
    const text = keyText(key)
    const value = changes.get(text)
    if (value !== undefined) return new Uint8Array(value)
    return changes.has(text) ? undefined : this.#below.get(table, key)
  }

  has(table: TableName, key: Uint8Array): boolean {
    const changes = this.#tables.get(table)
    const text = changes && keyText(key)
    if (text === undefined || !changes?.has(text)) return this.#below.has(table, key)
    return changes.get(text) !== undefined
  }

  /** Sees the changes that were made before its first step. */
  *range(table: TableName, range: Range = {}): Generator<Entry, void, undefined> {
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

  delete(table: TableName, key: Uint8Array): void {
    this.#changes(table).set(keyText(key), undefined)
    this.#bytes += key.length
    this.#count++
  }

  /** Makes the changes in a batch of the store below. */
  applyTo(batch: Batch): void {
    for (const table of tableNames) {
      const changes = this.#tables.get(table)
      if (changes === undefined) continue
      for (const text of [...changes.keys()].sort()) {
        const value = changes.get(text)
        if (value === undefined) batch.delete(table, bytesOfText(text))
        else batch.put(table, bytesOfText(text), value, this.#appended.has(table))
      }
    }
  }

  #changes(table: TableName): Changes {
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
      if (text >= first && (stop === undefined || text < stop))
        changes.push({ key: bytesOfText(text), value })
    }
    return changes.sort((a, b) => (reverse ? compareBytes(b.key, a.key) : compareBytes(a.key, b.key)))
  }
}

interface Change {
  readonly key: Uint8Array
  readonly value: Uint8Array | undefined
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
  if (value !== undefined) yield { key, value: new Uint8Array(value) }
}
