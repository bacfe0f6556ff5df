import type { TableName } from './tables.ts'

/** The tables as a postponed change uses them. */
export interface ChangedTables {
  get(table: TableName, key: Uint8Array): Uint8Array | undefined
  put(table: TableName, key: Uint8Array, value: Uint8Array): void
  delete(table: TableName, key: Uint8Array): void
}

/** A change of a table in memory that is made when the table is next used: an index that nothing asks costs little. */
export interface PostponedChange {
  /** Estimated bytes of what the change holds. */
  readonly weight: number
  /** Makes this change and the later ones of its table, those of its kind oldest first. Kinds change keys of their own. */
  makeAll(changes: readonly PostponedChange[], tables: ChangedTables): void
}
