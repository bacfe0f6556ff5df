import { grouped, scaled } from '../../../shared/format/quantity.ts'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Usage } from '../../admin/answers.ts'
import { WideTable } from '../../parts/wideTable.tsx'

/** The rows with the most units first. */
export function UsageTable({ rows }: { readonly rows: readonly Usage[] }) {
  if (rows.length === 0) return <Empty>Nothing was used in this time.</Empty>
  const ordered = rows.toSorted((a, b) => b.units - a.units)
  return (
    <WideTable
      title="Usage in a table"
      rows={ordered}
      keyOf={nameOf}
      columns={[
        { name: 'Of', kind: 'mono', cell: nameOf },
        { name: 'Calls', kind: 'amount', cell: ({ calls }) => grouped(calls) },
        { name: 'Errors', kind: 'amount', cell: ({ errors }) => grouped(errors) },
        { name: 'Units', kind: 'amount', cell: ({ units }) => grouped(units) },
        { name: 'Gas', kind: 'amount', cell: ({ gas }) => scaled(gas, '') },
        { name: 'Logs', kind: 'amount', cell: ({ logs }) => grouped(logs) },
        { name: 'Answers', kind: 'amount', cell: ({ bytes }) => scaled(bytes, 'B') },
      ]}
    />
  )
}

const nameOf = ({ key, network, method }: Usage): string =>
  [key, network, method].filter((name) => name !== undefined).join(' ')
