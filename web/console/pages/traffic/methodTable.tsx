import { grouped } from '../../../shared/format/quantity.ts'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Methods } from '../../admin/answers.ts'
import { WideTable } from '../../parts/wideTable.tsx'

/** The methods with the most time first. */
export function MethodTable({ methods }: Pick<Methods, 'methods'>) {
  if (methods.length === 0) return <Empty>No method has been called.</Empty>
  const ordered = methods.toSorted((a, b) => b.calls * b.meanMs - a.calls * a.meanMs)
  return (
    <WideTable
      title="Methods in a table"
      rows={ordered}
      keyOf={({ network, method }) => `${network}/${method}`}
      columns={[
        { name: 'Method', kind: 'mono', cell: ({ method }) => method },
        { name: 'Network', cell: ({ network }) => network },
        { name: 'Calls', kind: 'amount', cell: ({ calls }) => grouped(calls) },
        { name: 'Mean', kind: 'amount', cell: ({ meanMs }) => milliseconds(meanMs) },
        { name: 'Median', kind: 'amount', cell: ({ p50Ms }) => milliseconds(p50Ms) },
        { name: '99 %', kind: 'amount', cell: ({ p99Ms }) => milliseconds(p99Ms) },
      ]}
    />
  )
}

const milliseconds = (value: number): string => `${value.toPrecision(3)} ms`
