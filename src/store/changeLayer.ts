import { compareBytes } from '../primitives/bytes.ts'
import { getOrCreate } from '../primitives/getOrCreate.ts'
import { keyText } from './keys.ts'
import { mergeWalks } from './mergeWalks.ts'
import type { Batch, Entry, Range, Reader } from './store.ts'
import { type TableName, tableNames } from './tables.ts'

interface Change {
  readonly key: Uint8Array
  /** Undefined for a key that is deleted. */
  readonly value: Uint8Array | undefined
}

/**
 * Changes in memory over an unchanged reader; reads through the layer see the changes. Later they are applied to a batch in
 * key order, each key once, which a B+ tree writes fastest. The layer keeps the keys and values it is given, so callers must
 * not change them; it returns copies.
 */
export class ChangeLayer implements Batch {
  readonly #below: Reader
  readonly #tables = new Map<TableName, Map<string, Change>>()
  /** Tables into which keys were put that follow all others. */
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
    const change = this.#changeOf(table, key)
    if (change === undefined) return this.#below.get(table, key)
    return change.value && new Uint8Array(change.value)
  }

  has(table: TableName, key: Uint8Array): boolean {
    const change = this.#changeOf(table, key)
    return change === undefined ? this.#below.has(table, key) : change.value !== undefined
  }

  neighbours(table: TableName, key: Uint8Array, isBound?: boolean): readonly Entry[] | undefined {
    const entries = this.#below.neighbours?.(table, key, isBound)
    return entries?.filter((entry) => this.#changeOf(table, entry.key) === undefined)
  }

  #changeOf(table: TableName, key: Uint8Array): Change | undefined {
    return this.#tables.get(table)?.get(keyText(key))
  }

  /** Sees the changes that were made before its first step. */
  *range(table: TableName, range: Range = {}): Generator<Entry, void, undefined> {
    const { start, end, reverse = false, limit = Number.POSITIVE_INFINITY } = range
    const below = this.#below.range(table, { start, end, reverse })
    let left = limit
    for (const { key, value } of mergeWalks<Change>([this.#changesIn(table, range), below], reverse)) {
      if (value === undefined) continue
      if (left-- <= 0) return
      yield { key: new Uint8Array(key), value: new Uint8Array(value) }
    }
  }

  put(table: TableName, key: Uint8Array, value: Uint8Array, isLast = false): void {
    if (isLast) this.#appended.add(table)
    this.#change(table, { key, value })
  }

  delete(table: TableName, key: Uint8Array): void {
    this.#change(table, { key, value: undefined })
  }

  /** Makes the changes in a batch of the store below. */
  applyTo(batch: Batch): void {
    for (const table of tableNames) {
      const changes = this.#tables.get(table)
      if (changes === undefined) continue
      for (const text of [...changes.keys()].sort()) {
        const { key, value } = changes.get(text)!
        if (value === undefined) batch.delete(table, key)
        else batch.put(table, key, value, this.#appended.has(table))
      }
    }
  }

  #change(table: TableName, change: Change): void {
    const { key, value } = change
    getOrCreate(this.#tables, table, () => new Map<string, Change>()).set(keyText(key), change)
    this.#bytes += key.length + (value?.length ?? 0)
    this.#count++
  }

  /** The changes of a range in its direction. */
  #changesIn(table: TableName, { start, end, reverse }: Range): Change[] {
    const first = start === undefined ? '' : keyText(start)
    const stop = end === undefined ? undefined : keyText(end)
    const changes: Change[] = []
    for (const [text, change] of this.#tables.get(table) ?? []) {
      if (text >= first && (stop === undefined || text < stop)) changes.push(change)
    }
    return changes.sort((a, b) => (reverse ? compareBytes(b.key, a.key) : compareBytes(a.key, b.key)))
  }
}
