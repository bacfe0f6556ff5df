import { grouped, scaled } from '../../../shared/format/quantity.ts'
import { duration } from '../../../shared/format/time.ts'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Usage } from '../../admin/answers.ts'
import { WideTable } from '../../parts/wideTable.tsx'

/** The rows with the most units first. */
export function UsageTable({ rows }: { readonly rows: readonly Usage[] }) {
  if (rows.length === 0) return <Empty>Nothing was used in this time.</Empty>
  const ordered = rows.toSorted((a, b) => b.units - a.units)
  return (
    <WideTable title="Usage in a table">
      <thead>
        <tr>
          <th>Of</th>
          <th class="amount">Calls</th>
          <th class="amount">Errors</th>
          <th class="amount">Units</th>
          <th class="amount">Gas</th>
          <th class="amount">Logs</th>
          <th class="amount">Answers</th>
          <th class="amount">Thread time</th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((row) => (
          <tr key={nameOf(row)}>
            <td class="mono">{nameOf(row)}</td>
            <td class="amount">{grouped(row.calls)}</td>
            <td class="amount">{grouped(row.errors)}</td>
            <td class="amount">{grouped(row.units)}</td>
            <td class="amount">{scaled(row.gas, '')}</td>
            <td class="amount">{grouped(row.logs)}</td>
            <td class="amount">{scaled(row.bytes, 'B')}</td>
            <td class="amount">{duration(row.threadMs / 1000)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}

const nameOf = ({ key, network, method }: Usage): string =>
  [key, network, method].filter((name) => name !== undefined).join(' ')
