import type { TableName } from './tables.ts'

export interface Entry {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/** Keys from `start` (inclusive) to `end` (exclusive); `reverse` walks the same keys from the end. */
export interface Range {
  readonly start?: Uint8Array | undefined
  readonly end?: Uint8Array | undefined
  readonly reverse?: boolean | undefined
  readonly limit?: number | undefined
}

/**
 * Keys have 1 to 1978 bytes and are ordered as unsigned bytes. Values may be empty, which differs from being
 * absent. Every array handed out is the caller's to keep and to change.
 */
export interface Reader {
  get(table: TableName, key: Uint8Array): Uint8Array | undefined
  has(table: TableName, key: Uint8Array): boolean
  /**
   * Entries in key order, read as they are asked for. Each step gives the next key of the table as it is at
   * that moment, so writes of this process during the walk are seen, and a walk may pause for as long as it
   * likes without holding anything. Commits of another process may show a few steps late; a walk that must
   * see one state is made inside a snapshot.
   */
  range(table: TableName, range?: Range): IterableIterator<Entry>
}

/** The changes of one write; reads through it, or through the store meanwhile, see them. */
export interface Batch extends Reader {
  put(table: TableName, key: Uint8Array, value: Uint8Array): void
  /** Deleting what is absent does nothing. */
  delete(table: TableName, key: Uint8Array): void
}

/**
 * Ordered tables of bytes. Everything is synchronous. Work given to `write` or `snapshot` must be too: a
 * promise as its result is refused, and writes do not nest.
 */
export interface Store extends Reader {
  /** Makes all changes of `work` at once and durably, or none of them if it throws. */
  write<Result>(work: (batch: Batch) => Result): Result
  /** Everything read during `work` comes from one state, the newest when it starts. */
  snapshot<Result>(work: (reader: Reader) => Result): Result
  /** Closing twice is allowed; any other use afterwards is refused. */
  close(): void
}
