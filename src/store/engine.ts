import type { Entry } from './store.ts'
import type { TableName } from './tables.ts'

/** A part of a table: at most `limit` entries from `start` (inclusive) up to `end` (exclusive). */
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
  /** Nothing is left in the range after these entries. */
  readonly last: boolean
}

/**
 * What a kind of storage must do; `EngineStore` adds the rules of a `Store` on top, the same for every kind.
 * Keys arrive checked, `put` and `delete` only inside `transaction`, which is never nested nor called inside
 * `snapshot`. Byte arrays that come in are copied, those that go out are copies.
 */
export interface Engine {
  readonly readOnly: boolean
  get(table: TableName, key: Uint8Array): Uint8Array | undefined
  has(table: TableName, key: Uint8Array): boolean
  page(table: TableName, request: PageRequest): Page
  put(table: TableName, key: Uint8Array, value: Uint8Array): void
  delete(table: TableName, key: Uint8Array): void
  /** Runs `work` and keeps its changes, or drops them all and throws what it threw. */
  transaction(work: () => void): void
  /** Runs `work` with every read answered from one state. */
  snapshot(work: () => void): void
  close(): void
}
