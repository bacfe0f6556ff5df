import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { SchemaElement } from 'hyparquet'
import { fileWriter, ParquetWriter } from 'hyparquet-writer'
import { equalBytes } from '../../primitives/bytes.ts'
import type { Column, ColumnKind, Value } from './table.ts'

/** Rows of a group, which is written at once: readers skip whole groups, and each has a fixed cost. */
const maximumRows = 50_000
/** Bytes of texts and byte strings of a group. It bounds the memory of a file, together with the number of rows. */
const maximumBytes = 16 << 20

const types: Readonly<Record<ColumnKind, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  integer: { type: 'INT64' },
  decimal: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  bytes: { type: 'BYTE_ARRAY' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
}

export class ParquetFile {
  readonly #path: string
  readonly #columns: readonly Column[]
  readonly #writer: ParquetWriter
  #values: Value[][]
  /** The latest value of each column. */
  readonly #last: { readonly value: Value; readonly kept: Value }[]
  #rows = 0
  #bytes = 0

  constructor(path: string, columns: readonly Column[]) {
    this.#path = path
    this.#columns = columns
    // The writer would follow a link.
    closeSync(openSync(path, 'wx'))
    this.#writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map(({ name, kind, isNullable }): SchemaElement => {
          const repetition = isNullable ? 'OPTIONAL' : 'REQUIRED'
          return { name, repetition_type: repetition, ...types[kind] }
        }),
      ],
      createdBy: 'cambium',
    })
    this.#values = columns.map(() => [])
    this.#last = columns.map(() => ({ value: null, kept: null }))
  }

  add(row: readonly Value[]): void {
    for (let at = 0; at < this.#columns.length; at++) {
      const values = this.#values[at]!
      const value = this.#kept(row[at] ?? null, at)
      if (typeof value === 'string' || value instanceof Uint8Array) this.#bytes += value.length
      values.push(value)
    }
    this.#rows++
    if (this.#rows >= maximumRows || this.#bytes >= maximumBytes) this.#writeGroup()
  }

  /** A value as it is written. Consecutive rows share many values, which are kept once. */
  #kept(value: Value, at: number): Value {
    const last = this.#last[at]!
    if (value === last.value) return last.kept
    const isSame =
      value instanceof Uint8Array && last.kept instanceof Uint8Array && equalBytes(value, last.kept)
    if (!isSame) this.#last[at] = { value, kept: encoded(value, this.#columns[at]!.kind) }
    return this.#last[at]!.kept
  }

  finish(): void {
    this.#writeGroup()
    this.#writer.finish()
    const descriptor = openSync(this.#path, 'r+')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }

  abandon(): void {
    this.#values = []
  }

  #writeGroup(): void {
    if (this.#rows === 0) return
    const columnData = this.#columns.map(({ name }, at) => ({ name, data: this.#values[at]! }))
    this.#writer.write({ columnData, rowGroupSize: this.#rows })
    this.#values = this.#columns.map(() => [])
    this.#rows = 0
    this.#bytes = 0
  }
}

function encoded(value: Value, kind: ColumnKind): Value {
  if (value === null) return null
  if (typeof value === 'number') return BigInt(value)
  if (value instanceof Uint8Array) return Buffer.from(value)
  return kind === 'decimal' ? String(value) : value
}
