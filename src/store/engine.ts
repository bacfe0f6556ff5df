import type { Entry } from './store.ts'
import type { TableName } from './tables.ts'

/** The request for a part of a table: at most `limit` entries from `start` (inclusive) up to `end` (exclusive). */
export interface PageRequest {
  readonly start: Uint8Array | undefined
  readonly end: Uint8Array | undefined
  readonly reverse: boolean
  readonly limit: number
}

/** A page ends early once its values hold this many bytes. */
export const pageBytes = 1 << 20

export interface Page {
  readonly entries: readonly Entry[]
  /** Whether the range has no entries after these. */
  readonly last: boolean
}

/**
 * A kind of storage. `EngineStore` adds the rules of a `Store`, which are the same for every kind. Keys are checked before
 * they arrive; `put` and `delete` are called only inside `transaction`, which is never nested nor called inside `snapshot`.
 * An engine returns copies; callers do not change the values that they pass.
 */
export interface Engine<Table extends string = TableName> {
  readonly readOnly: boolean
  /** Whether reads stay valid until the next write or snapshot. */
  readonly isVersioned?: boolean
  get(table: Table, key: Uint8Array): Uint8Array | undefined
  has(table: Table, key: Uint8Array): boolean
  page(table: Table, request: PageRequest): Page
  /** As in `Reader`; absent where a key has no neighbours but those of a walk. */
  neighbours?(table: Table, key: Uint8Array, isBound?: boolean): readonly Entry[] | undefined
  /** The number of entries of a table as the engine counts them; absent where a walk cannot miss any. */
  count?(table: Table): number
  /** As in `Reader`. */
  unreachable?(table: Table): number | undefined
  /** Bytes of the pages of tables, all by default; absent for an engine in memory. */
  usedBytes?(tables?: readonly Table[]): number
  put(table: Table, key: Uint8Array, value: Uint8Array, isLast?: boolean): void
  delete(table: Table, key: Uint8Array): void
  /** Runs `work` and commits its changes, or discards them all and rethrows when it throws. */
  transaction<Result>(work: () => Result): Result
  /** Runs `work`, in which all reads see one state. */
  snapshot<Result>(work: () => Result): Result
  /**
   * Reopens the data if its file was replaced, and returns whether it was. Present only where another process writes the
   * file.
   */
  renew?(): boolean
  close(): void
}

export interface EntryRange extends Omit<PageRequest, 'limit'> {
  readonly limit?: number
}

/** An engine with any number of tables, of which sorted runs are made. */
export interface SlotEngine extends Engine<string> {
  /**
   * Entries in key order, read on demand: the caller finishes before it writes to the table. They may be Node buffers. The caller
   * passes an error on as `failedRead`.
   */
  entries(table: string, range: EntryRange): Iterable<Entry>
  failedRead(cause: unknown): Error
  count(table: string): number
  /** The number of entries that a walk meets. */
  countByWalk(table: string): number
  usedBytes(tables?: readonly string[]): number
  /** Whether the value of a key begins with these bytes; undefined for an absent key. */
  hasStart(table: string, key: Uint8Array, start: Uint8Array): boolean | undefined
  /** Puts an entry after all others of the table; returns false, and puts nothing, when its key is not the last one. */
  append(table: string, key: Uint8Array, value: Uint8Array): boolean
  /** Removes all entries of a table. */
  clear(table: string): void
  renew(): boolean
}
