import { Buffer } from '../../platform/buffer.ts'
import type { ReplicaPart, ReplicaSource, Store } from '../store.ts'
import { type TableName, tableNames } from '../tables.ts'

/*
 * Copies of a store in memory, for threads that read it. A source remembers which keys a copy lacks: all at first, later
 * those that were written. Their values are taken when the copy is used, so writing costs little and a copy that is not
 * used for long has at most the whole content to catch up with. Entries are packed into one array, which is handed over
 * without cloning:
 *
 *   index of the table (1 byte), length of the key (2), length of the value plus one (4; zero for a deleted key), key, value
 */

/** A table of a store in memory, with keys as text. */
export interface TextTable {
  readonly size: number
  /** Bytes of all values. */
  readonly bytes: number
  get(key: string): Uint8Array | undefined
  keys(): IterableIterator<string>
}

interface FoundEntry {
  readonly table: TableName
  readonly key: string
  readonly value: Uint8Array | undefined
}

/** A part ends once it has this many bytes, which take about a millisecond to pack. */
const partBytes = 1 << 20
const headLength = 7
/** Memory of an entry besides its value, as measured on Node 20. */
const entryBytes = 200

export class MemorySource implements ReplicaSource {
  readonly #tables: ReadonlyMap<TableName, TextTable>
  /** The rest of the initial content; undefined when the copy has it. */
  #rest: Iterator<FoundEntry> | undefined
  /** Keys that were written since their values were taken. */
  readonly #written = new Map<TableName, Set<string>>()
  readonly #onClose: (source: MemorySource) => void

  constructor(tables: ReadonlyMap<TableName, TextTable>, onClose: (source: MemorySource) => void) {
    this.#tables = tables
    this.#rest = this.#content()
    this.#onClose = onClose
  }

  get copyBytes(): number {
    let sum = 0
    for (const { size, bytes } of this.#tables.values()) sum += size * entryBytes + bytes
    return sum
  }

  /** A transaction has changed this key. */
  wrote(table: TableName, key: string): void {
    const keys = this.#written.get(table)
    if (keys === undefined) this.#written.set(table, new Set([key]))
    else keys.add(key)
  }

  take(): ReplicaPart {
    const found: FoundEntry[] = []
    let bytes = 0
    while (bytes < partBytes) {
      const entry = this.#next()
      if (entry === undefined) return { packed: pack(found, bytes), isLast: true }
      found.push(entry)
      bytes += headLength + entry.key.length + (entry.value?.length ?? 0)
    }
    return { packed: pack(found, bytes), isLast: false }
  }

  close(): void {
    this.#rest = undefined
    this.#written.clear()
    this.#onClose(this)
  }

  #next(): FoundEntry | undefined {
    const rest = this.#rest?.next()
    if (rest !== undefined && !rest.done) return rest.value
    this.#rest = undefined
    for (const [table, keys] of this.#written) {
      for (const key of keys) {
        keys.delete(key)
        return { table, key, value: this.#tables.get(table)?.get(key) }
      }
      this.#written.delete(table)
    }
    return undefined
  }

  *#content(): Generator<FoundEntry, void, undefined> {
    for (const [table, content] of this.#tables) {
      for (const key of content.keys()) yield { table, key, value: content.get(key) }
    }
  }
}

function pack(entries: readonly FoundEntry[], bytes: number): Uint8Array<ArrayBuffer> {
  const packed = Buffer.from(new ArrayBuffer(bytes))
  let at = 0
  for (const { table, key, value } of entries) {
    packed.writeUInt8(tableNames.indexOf(table), at)
    packed.writeUInt16BE(key.length, at + 1)
    packed.writeUInt32BE(value === undefined ? 0 : value.length + 1, at + 3)
    packed.write(key, at + headLength, 'latin1')
    at += headLength + key.length
    if (value === undefined) continue
    packed.set(value, at)
    at += value.length
  }
  return packed
}

/** Writes a part into the copy. */
export function addToReplica(store: Store, { buffer, byteOffset, length }: Uint8Array): void {
  const packed = Buffer.from(buffer, byteOffset, length)
  store.write((batch) => {
    for (let at = 0; at < length; ) {
      const table = tableNames[packed.readUInt8(at)]!
      const keyEnd = at + headLength + packed.readUInt16BE(at + 1)
      const valueLength = packed.readUInt32BE(at + 3) - 1
      const key = packed.subarray(at + headLength, keyEnd)
      at = keyEnd + Math.max(0, valueLength)
      if (valueLength < 0) batch.delete(table, key)
      // A copy, because a view would keep the whole part in memory.
      else batch.put(table, key, Buffer.from(packed.subarray(keyEnd, at)))
    }
  })
}
