import type { Chain } from '../../chain/chain.ts'
import type { OutlinedBlock } from '../../chain/storage/outlinedBlock.ts'

/**
 * The content of a column. `integer` fits in 63 bits; `decimal` is an unsigned integer of any size, which every format
 * writes as decimal text, so that no reader rounds it. Texts of bytes are hex.
 */
export type ColumnKind = 'integer' | 'decimal' | 'bytes' | 'text' | 'boolean'

export type Value = number | bigint | boolean | string | Uint8Array | null

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  readonly isNullable: boolean
}

/** A table of the chain, which is written to files. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Whether rows need receipts, or the states that the blocks are executed on. */
  readonly needs: 'blocks' | 'receipts' | 'states'
  /** Passes the rows of a block in their order; a row has a value per column. A row and its bytes are valid until the next one. */
  read(block: OutlinedBlock, chain: Chain, add: (row: readonly Value[]) => void): void
}

interface ColumnOf<Row> extends Column {
  valueIn(row: Row): Value
}

interface TableParts<Row> extends Pick<Table, 'name' | 'needs'> {
  readonly columns: readonly ColumnOf<Row>[]
  /** Passes what the rows of a block are made of. */
  rowsOf(block: OutlinedBlock, chain: Chain, add: (row: Row) => void): void
}

export const defineTable = <Row>({ name, needs, columns, rowsOf }: TableParts<Row>): Table => ({
  name,
  needs,
  columns,
  read(block, chain, add) {
    const values: Value[] = columns.map(() => null)
    rowsOf(block, chain, (row) => {
      for (let at = 0; at < columns.length; at++) values[at] = columns[at]!.valueIn(row)
      add(values)
    })
  },
})

type Present<Row> = (row: Row) => Exclude<Value, null>
type Nullable<Row> = (row: Row) => Value

/** Columns by their kind, for tables whose rows are made of `Row`. */
export const columnsOf = <Row>() => {
  const required =
    (kind: ColumnKind) =>
    (name: string, valueIn: Present<Row>): ColumnOf<Row> => ({ name, kind, isNullable: false, valueIn })
  const nullable =
    (kind: ColumnKind) =>
    (name: string, valueIn: Nullable<Row>): ColumnOf<Row> => ({ name, kind, isNullable: true, valueIn })
  return {
    integer: required('integer'),
    decimal: required('decimal'),
    bytes: required('bytes'),
    text: required('text'),
    boolean: required('boolean'),
    nullable: {
      integer: nullable('integer'),
      decimal: nullable('decimal'),
      bytes: nullable('bytes'),
      text: nullable('text'),
    },
  }
}
