import { CommandFailure } from '../commandLine/commandFailure.ts'
import { ParquetFile } from './parquetFile.ts'
import type { Table, Value } from './table.ts'
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
  ['parquet', (path, table) => checked(table, new ParquetFile(path, table.columns))],
  ['csv', (path, table) => checked(table, new TextFile(path, csv(table.columns)))],
  ['jsonl', (path, table) => checked(table, new TextFile(path, jsonLines(table.columns)))],
])

const maximumInteger = 2n ** 63n - 1n

/** Rejects integers beyond 63 bits, which readers would round or take for negative ones. */
function checked({ name, columns }: Table, file: TableFile): TableFile {
  const integers = columns.flatMap(({ kind, name: column }, at) =>
    kind === 'integer' ? [{ column, at }] : [],
  )
  return {
    add(row) {
      for (const { column, at } of integers) {
        const value = row[at]
        if (typeof value !== 'bigint' || value <= maximumInteger) continue
        throw new CommandFailure(`the column ${column} of ${name} cannot hold ${value}`)
      }
      file.add(row)
    },
    finish: () => file.finish(),
    abandon: () => file.abandon(),
  }
}
