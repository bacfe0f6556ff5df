import { useState } from 'preact/hooks'
import { grouped } from '../../../shared/format/quantity.ts'
import { Curve } from '../../../shared/parts/curve.tsx'
import { Panel } from '../../../shared/parts/facts.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { now } from '../../../shared/time/now.ts'
import type { Methods, Minute } from '../../admin/answers.ts'
import { atEvenTimes } from '../../admin/evenTimes.ts'
import { usePolled } from '../../admin/polled.ts'
import { Choice } from '../../parts/choice.tsx'
import { WideTable } from '../../parts/wideTable.tsx'
import { MethodTable } from './methodTable.tsx'

const spans = [
  { value: 60, name: 'hour' },
  { value: 360, name: '6 hours' },
  { value: 1440, name: 'day' },
]

export function TrafficPage() {
  const [minutes, setMinutes] = useState(60)
  const traffic = usePolled<readonly Minute[]>(`traffic?minutes=${minutes}`, 10)
  const methods = usePolled<Methods>('methods', 10)
  return (
    <>
      <h1>Traffic</h1>
      <div class="controls">
        <Choice
          label="Last"
          value={minutes}
          options={spans}
          onChoose={(value) => setMinutes(Number(value))}
        />
      </div>
      <LoadedPart loaded={traffic}>{(rows) => <Curves rows={rows} minutes={minutes} />}</LoadedPart>
      <LoadedPart loaded={methods}>{(figures) => <Figures {...figures} />}</LoadedPart>
    </>
  )
}

interface CurvesProps {
  readonly rows: readonly Minute[]
  readonly minutes: number
}

function Curves({ rows, minutes }: CurvesProps) {
  if (rows.length === 0) return <Empty>There were no calls in this time.</Empty>
  const to = now.value / 1000
  const span = { from: to - minutes * 60, to, step: 60 }
  const even = atEvenTimes(rows, ({ minute }) => minute * 60, span)
  const curve = (title: string, pick: (row: Minute) => number) => (
    <Curve title={title} times={even.times} values={even.rows.map((row) => (row ? pick(row) : 0))} />
  )
  return (
    <div class="curves">
      {curve('Calls a minute', ({ calls }) => calls)}
      {curve('Errors a minute', ({ errors }) => errors)}
      {curve('Latency, 99 %, ms', ({ p99Ms }) => p99Ms ?? 0)}
      {curve('Refusals a minute', ({ refusals }) => refusals)}
      {curve('Latency, median, ms', ({ p50Ms }) => p50Ms ?? 0)}
      {curve('Answers, MB a minute', ({ bytes }) => bytes / 1e6)}
    </div>
  )
}

const Figures = ({ methods, errors, refusals }: Methods) => (
  <>
    <Panel title="Methods since the start">
      <MethodTable methods={methods} />
    </Panel>
    <Panel title="Errors and refusals since the start">
      {errors.length + refusals.length === 0 ? (
        <Empty>None.</Empty>
      ) : (
        <WideTable
          title="Errors and refusals in a table"
          rows={[
            ...errors.map(({ network, code, count }) => ({ kind: `error ${code}`, network, count })),
            ...refusals.map(({ status, count }) => ({ kind: `HTTP status ${status}`, network: '', count })),
          ]}
          keyOf={({ kind, network }) => `${network} ${kind}`}
          columns={[
            { name: 'Kind', cell: ({ kind }) => kind },
            { name: 'Network', cell: ({ network }) => network },
            { name: 'Count', kind: 'amount', cell: ({ count }) => grouped(count) },
          ]}
        />
      )}
    </Panel>
  </>
)
