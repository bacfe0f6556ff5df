import { Curve } from '../../../shared/parts/curve.tsx'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Usage } from '../../admin/answers.ts'
import { atEvenTimes } from '../../admin/evenTimes.ts'

interface UsageCurvesProps {
  readonly rows: readonly Usage[]
  readonly period: 'hour' | 'day'
  readonly days: number
}

const hourSeconds = 3600

export function UsageCurves({ rows, period, days }: UsageCurvesProps) {
  if (rows.length === 0) return <Empty>Nothing was used in this time.</Empty>
  const to = Date.now() / 1000
  const step = period === 'hour' ? hourSeconds : 24 * hourSeconds
  const span = { from: to - days * 24 * hourSeconds, to, step }
  const even = atEvenTimes(rows, ({ time = '' }) => Date.parse(time) / 1000, span)
  const curve = (title: string, pick: (row: Usage) => number) => (
    <Curve title={title} times={even.times} values={even.rows.map((row) => (row ? pick(row) : 0))} />
  )
  return (
    <div class="curves">
      {curve(`Calls, each ${period}`, ({ calls }) => calls)}
      {curve(`Units, each ${period}`, ({ units }) => units)}
      {curve(`Errors, each ${period}`, ({ errors }) => errors)}
    </div>
  )
}
