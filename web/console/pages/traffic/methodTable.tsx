import { grouped } from '../../../shared/format/quantity.ts'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Methods } from '../../admin/answers.ts'
import { WideTable } from '../../parts/wideTable.tsx'

/** The methods with the most time first. */
export function MethodTable({ methods }: Pick<Methods, 'methods'>) {
  if (methods.length === 0) return <Empty>No method has been called.</Empty>
  const ordered = methods.toSorted((a, b) => b.calls * b.meanMs - a.calls * a.meanMs)
  return (
    <WideTable title="Methods in a table">
      <thead>
        <tr>
          <th>Method</th>
          <th>Network</th>
          <th class="amount">Calls</th>
          <th class="amount">Mean</th>
          <th class="amount">Median</th>
          <th class="amount">99 %</th>
        </tr>
      </thead>
      <tbody>
        {ordered.map(({ network, method, calls, meanMs, p50Ms, p99Ms }) => (
          <tr key={`${network}/${method}`}>
            <td class="mono">{method}</td>
            <td>{network}</td>
            <td class="amount">{grouped(calls)}</td>
            <td class="amount">{milliseconds(meanMs)}</td>
            <td class="amount">{milliseconds(p50Ms)}</td>
            <td class="amount">{milliseconds(p99Ms)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}

const milliseconds = (value: number): string => `${value.toPrecision(3)} ms`
