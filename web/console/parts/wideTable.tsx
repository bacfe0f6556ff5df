import type { ComponentChildren } from 'preact'

interface WideColumn<Row> {
  readonly name: string
  /** Numbers stand at the right edge; the name of a column of actions is for screen readers only. */
  readonly kind?: 'amount' | 'mono' | 'actions'
  readonly cell: (row: Row) => ComponentChildren
}

interface WideTableProps<Row> {
  readonly title: string
  readonly columns: readonly WideColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly classOf?: (row: Row) => string | undefined
}

/** A table that scrolls sideways where it is wider than the window; the keyboard can scroll it too. */
export const WideTable = <Row,>({ title, columns, rows, keyOf, classOf }: WideTableProps<Row>) => (
  <section class="scroll" tabIndex={0} aria-label={title}>
    <table>
      <thead>
        <tr>
          {columns.map(({ name, kind }) => (
            <th key={name} class={kind === 'amount' ? kind : undefined}>
              {kind === 'actions' ? <span class="unseen">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} class={classOf?.(row)}>
            {columns.map(({ name, kind, cell }) => (
              <td key={name} class={kind}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
