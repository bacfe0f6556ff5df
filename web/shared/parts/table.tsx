import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly name: string
  /** Numbers stand at the right edge. */
  readonly isAmount?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, index: number) => string
}

/* A style sheet that lays rows out as cards takes their roles away; written out they stay. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** A table that becomes a list of cards on a phone, where each value has the name of its column beside it. */
export const Table = <Row,>({ label, columns, rows, keyOf }: TableProps<Row>) => (
  <table class="cards" aria-label={label} {...roles.table}>
    <thead {...roles.group}>
      <tr {...roles.row}>
        {columns.map(({ name, isAmount }) => (
          <th key={name} scope="col" class={isAmount ? 'amount' : undefined} {...roles.header}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody {...roles.group}>
      {rows.map((row, index) => (
        <tr key={keyOf(row, index)} {...roles.row}>
          {columns.map(({ name, isAmount, cell }) => (
            <td key={name} class={isAmount ? 'amount' : undefined} data-label={name} {...roles.cell}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
