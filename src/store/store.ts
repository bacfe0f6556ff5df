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
   * Entries in key order, read on demand. Each step returns the next key of the table at that moment, so a walk sees writes
   * that this process makes meanwhile, and may pause for any time without holding resources. Commits of another process may
   * appear a few steps late. A walk inside a snapshot sees one state.
   */
  range(table: TableName, range?: Range): IterableIterator<Entry>
  /**
   * The entries before and after an absent key wherever it could stand, without those that are overwritten or deleted
   * elsewhere; those at every place between such keys if it is the bound of a walk. Undefined where they are those of a walk.
   */
  neighbours?(table: TableName, key: Uint8Array, isBound?: boolean): readonly Entry[] | undefined
  /**
   * The number of entries of a table according to its file; a walk of a damaged file may return fewer. Entries of scattered
   * tables that were overwritten or deleted may still be counted. Undefined when the store does not count.
   */
  count?(table: TableName): number | undefined
  /**
   * Entries of a table that its file counts and that no walk can meet: 0 in a whole file. It takes a walk. Undefined where
   * `count` is exact and tells the same.
   */
  unreachable?(table: TableName): number | undefined
  /** Bytes of the pages of tables, all by default, without free pages; undefined for a store in memory. */
  usedBytes?(tables?: readonly TableName[]): number | undefined
}

/** The changes of one write. Reads through the batch, and through the store during the write, see them. */
export interface Batch extends Reader {
  /**
   * The caller must not change the value afterwards: a store in memory keeps it. `isLast` says that the key follows all
   * others of the table, which fills pages instead of splitting them; a key that does not is put as usual.
   */
  put(table: TableName, key: Uint8Array, value: Uint8Array, isLast?: boolean): void
  /** Ignores a key that is absent. */
  delete(table: TableName, key: Uint8Array): void
}

/**
 * Ordered tables of bytes. Everything is synchronous, including the work passed to `write` or `snapshot`: returning a
 * promise is an error. Writes do not nest.
 */
export interface Store extends Reader {
  /** Commits all changes of `work` at once and durably; discards them all if it throws. */
  write<Result>(work: (batch: Batch) => Result): Result
  /** All reads during `work` see one state, the newest when it starts. */
  snapshot<Result>(work: (reader: Reader) => Result): Result
  /**
   * For a folder that was opened for reading: opens the file that has replaced the old one, as compacting does, and returns
   * whether it did. Callers must then forget what they derived from places in the file.
   */
  renew?(): boolean
  /** The source of a copy in another thread. Only for a store in memory: each thread opens a folder itself. */
  replicate?(): ReplicaSource
  /** May be called twice; any other use of a closed store is an error. */
  close(): void
}

/** Provides the entries that a copy of a store lacks: all at first, later those that were written. */
export interface ReplicaSource {
  /** Approximate memory of the whole copy. */
  readonly copyBytes: number
  take(): ReplicaPart
  /** Call it when the copy is not used any more. */
  close(): void
}

export interface ReplicaPart {
  /** Entries for `addToReplica`. */
  readonly packed: Uint8Array<ArrayBuffer>
  /** Whether the copy equals the store after this part, until the next write. */
  readonly isLast: boolean
}
