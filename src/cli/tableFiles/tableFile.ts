import { CommandFailure } from '../commandLine/commandFailure.ts'
import { ParquetFile } from './parquetFile.ts'
import type { Column, Table, Value } from './table.ts'
import { csv, jsonLines, TextFile } from './textFile.ts'

/** A file of one table while it is written. */
export interface TableFile {
  add(row: readonly Value[]): void
  /** Writes what is left, so that a power failure does not lose it. */
  finish(): void
  /** Closes the file without finishing it. */
  abandon(): void
}

type FileOpener = (path: string, table: Table) => TableFile

/** By the ending of the file's name. */
export const formats: ReadonlyMap<string, FileOpener> = new Map<string, FileOpener>([
  ['parquet', (path, table) => new CheckedFile(table, new ParquetFile(path, table.columns))],
  ['csv', (path, table) => new CheckedFile(table, new TextFile(path, csv(table.columns)))],
  ['jsonl', (path, table) => new CheckedFile(table, new TextFile(path, jsonLines(table.columns)))],
])

const maximumInteger = 2n ** 63n - 1n

/** Rejects integers beyond 63 bits, which readers would round or take for negative ones. */
class CheckedFile implements TableFile {
  readonly #table: Table
  readonly #file: TableFile
  readonly #integers: readonly { readonly column: Column; readonly at: number }[]

  constructor(table: Table, file: TableFile) {
    this.#table = table
    this.#file = file
    this.#integers = table.columns
      .map((column, at) => ({ column, at }))
      .filter(({ column }) => column.kind === 'integer')
  }

  add(row: readonly Value[]): void {
    for (const { column, at } of this.#integers) {
      const value = row[at]
      if (typeof value !== 'bigint' || value <= maximumInteger) continue
      throw new CommandFailure(`the column ${column.name} of ${this.#table.name} cannot hold ${value}`)
    }
    this.#file.add(row)
  }

  finish(): void {
    this.#file.finish()
  }

  abandon(): void {
    this.#file.abandon()
  }
}
