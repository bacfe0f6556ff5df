import { grouped, scaled } from '../../../shared/format/quantity.ts'
import { duration } from '../../../shared/format/time.ts'
import { Figure, Panel } from '../../../shared/parts/facts.tsx'
import { LoadedPart } from '../../../shared/parts/notices.tsx'
import type { Overview } from '../../admin/answers.ts'
import { usePolled } from '../../admin/polled.ts'
import { NetworkTable } from './networkTable.tsx'

export function OverviewPage() {
  const loaded = usePolled<Overview>('overview')
  return (
    <>
      <h1>Overview</h1>
      <LoadedPart loaded={loaded}>{(overview) => <State {...overview} />}</LoadedPart>
    </>
  )
}

const State = ({ process, connections, threads, networks, access }: Overview) => (
  <>
    <dl class="figures">
      <Figure name="Running for">{duration(process.uptimeSeconds)}</Figure>
      <Figure name="Access">{access === 'keys' ? 'with API keys' : 'open'}</Figure>
      <Figure name="Memory" note={`${scaled(process.heapBytes, 'B')} of it heap`}>
        {scaled(process.residentBytes, 'B')}
      </Figure>
      <Figure name="Processor" note={`event loop ${share(process.eventLoopBusySeconds, process)} busy`}>
        {share(process.processorSeconds, process)}
      </Figure>
      <Figure name="WebSockets" note={`${grouped(connections.subscriptions)} subscriptions`}>
        {grouped(connections.webSockets)}
      </Figure>
      {threads !== null && (
        <>
          <Figure name="Reader threads" note={`${grouped(threads.started)} calls so far`}>
            {threads.busy} of {threads.threads} busy
          </Figure>
          <Figure name="Calls that wait" note={`${meanWait(threads)} ms mean wait`}>
            {grouped(threads.waiting)}
          </Figure>
          <Figure name="Calls refused" note={`${threads.crashed} threads ended unexpectedly`}>
            {grouped(threads.refused)}
          </Figure>
        </>
      )}
    </dl>
    <Panel title="Networks">
      <NetworkTable networks={networks} />
    </Panel>
  </>
)

/** A mean since the start, in processors. */
const share = (seconds: number, { uptimeSeconds }: Overview['process']): string =>
  `${((100 * seconds) / Math.max(1, uptimeSeconds)).toFixed(1)} %`

const meanWait = ({ waitedMs, started }: NonNullable<Overview['threads']>): string =>
  (waitedMs / Math.max(1, started)).toFixed(1)
