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
 * Keys have 1 to 1978 bytes and are ordered as unsigned bytes. An empty value differs from an absent one. The caller
 * may keep and change every array it gets.
 */
export interface Reader {
  /**
   * Changes with every write and snapshot. Undefined where another process or thread may write without either, so that caches
   * must read again.
   */
  readonly version?: number | undefined
  get(table: TableName, key: Uint8Array): Uint8Array | undefined
  has(table: TableName, key: Uint8Array): boolean
  /**
   * Entries in key order, read as they are asked for. Each step gives the next key of the table at that moment, so a
   * walk sees writes that this process makes meanwhile, and may pause for any time without holding resources. Commits
   * of another process may appear a few steps late. A walk inside a snapshot sees one state.
   */
  range(table: TableName, range?: Range): IterableIterator<Entry>
  /** Entries of a table as its file counts them; a walk of a damaged file may give fewer. Undefined when nothing counts. */
  count?(table: TableName): number | undefined
}

/** The changes of one write. Reads through the batch, and through the store during the write, see them. */
export interface Batch extends Reader {
  /**
   * The caller must not change the value afterwards: a store in memory keeps it. `isLast` promises that the key follows all
   * others of the table, which fills pages instead of splitting them.
   */
  put(table: TableName, key: Uint8Array, value: Uint8Array, isLast?: boolean): void
  /** Ignores a key that is absent. */
  delete(table: TableName, key: Uint8Array): void
}

/**
 * Ordered tables of bytes. Everything is synchronous, also the work given to `write` or `snapshot`: a promise as its
 * result is an error. Writes do not nest.
 */
export interface Store extends Reader {
  /** Commits all changes of `work` at once and durably; discards them all if it throws. */
  write<Result>(work: (batch: Batch) => Result): Result
  /** All reads during `work` see one state, the newest when it starts. */
  snapshot<Result>(work: (reader: Reader) => Result): Result
  /**
   * Of a folder that was opened for reading: whether its file has been replaced by another, as compacting does, and is open
   * now. What was derived from places in the file must be forgotten then.
   */
  renew?(): boolean
  /** The source of a copy in another thread. Only of a store in memory: a folder is opened by each thread itself. */
  replicate?(): ReplicaSource
  /** May be called twice; any other use of a closed store is an error. */
  close(): void
}

/** Gives a copy of a store the entries that it lacks: all at first, later those that were written. */
export interface ReplicaSource {
  /** Approximate memory of the whole copy. */
  readonly copyBytes: number
  take(): ReplicaPart
  /** The copy is not used any more. */
  close(): void
}

export interface ReplicaPart {
  /** Entries for `addToReplica`. */
  readonly packed: Uint8Array<ArrayBuffer>
  /** Whether the copy equals the store after this part, until the next write. */
  readonly isLast: boolean
}
