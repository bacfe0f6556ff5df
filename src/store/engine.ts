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
export interface Engine {
  readonly readOnly: boolean
  /** Whether reads stay valid until the next write or snapshot. */
  readonly isVersioned?: boolean
  get(table: TableName, key: Uint8Array): Uint8Array | undefined
  has(table: TableName, key: Uint8Array): boolean
  page(table: TableName, request: PageRequest): Page
  /** The number of entries of a table as the engine counts them; absent where a walk cannot miss any. */
  count?(table: TableName): number
  /** Bytes of the pages of tables, all by default; absent for an engine in memory. */
  usedBytes?(tables?: readonly TableName[]): number
  put(table: TableName, key: Uint8Array, value: Uint8Array, isLast?: boolean): void
  delete(table: TableName, key: Uint8Array): void
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
