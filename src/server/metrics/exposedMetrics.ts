import type { HealingCounts } from '../../node/services/healing.ts'
import type { MeasuredCall } from '../../rpc/envelope/answerContext.ts'
import type { ReaderStatus } from '../../service/readers/readerPool.ts'
import type { SharedHealth } from '../keys/sharedHealth.ts'
import type { LineFileStatus } from '../log/lineFile.ts'
import type { Endpoint, EndpointStatus } from '../networks/endpoint.ts'
import { exposeGateway } from './exposedGateway.ts'
import { exposeReaders } from './exposedReaders.ts'
import { exposeShared } from './exposedShared.ts'
import { exposeUpstreams } from './exposedUpstreams.ts'
import { exposeFamily, exposeHistograms, type Labels, type Sample } from './exposition.ts'
import { Histogram } from './histogram.ts'
import { latencyBounds } from './latencyBounds.ts'
import { Series } from './series.ts'
import type { ChargedWork, ServiceMetrics } from './serviceMetrics.ts'
import { TrafficHistory } from './trafficHistory.ts'
import { WorkTotals } from './workTotals.ts'

interface Count {
  value: number
}

/** Calls of a method since the start. */
export interface MethodFigures {
  readonly network: string | number
  readonly method: string | number
  readonly calls: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Metrics in the text format of Prometheus, and as figures for the admin API. */
export class ExposedMetrics implements ServiceMetrics {
  readonly traffic: TrafficHistory
  readonly #latencies = new Series(() => new Histogram(latencyBounds))
  readonly #errors = new Series((): Count => ({ value: 0 }))
  readonly #work = new WorkTotals()
  readonly #refusals = new Map<number, number>()
  #webSockets = 0
  #subscriptions = 0
  #slowSockets = 0
  #cutOffAnswers = 0
  #droppedConnections = 0

  /** `now` is in milliseconds since 1970. */
  constructor(now: () => number) {
    this.traffic = new TrafficHistory(now)
  }

  called(network: string, call: MeasuredCall): void {
    const { method, ms, errorCode } = call
    this.traffic.called(call)
    this.#latencies.at(network, method).add(ms / 1000)
    if (errorCode !== undefined) this.#errors.at(network, errorCode).value++
  }

  charged(network: string, charged: ChargedWork): void {
    this.#work.add(network, charged)
  }

  refused(status: number): void {
    this.traffic.refused()
    this.#refusals.set(status, (this.#refusals.get(status) ?? 0) + 1)
  }

  connectionDropped(): void {
    this.#droppedConnections++
  }

  answerCutOff(): void {
    this.#cutOffAnswers++
  }

  webSocketsChanged(change: number): void {
    this.#webSockets += change
  }

  subscriptionsChanged(change: number): void {
    this.#subscriptions += change
  }

  slowSocketClosed(): void {
    this.#slowSockets++
  }

  get connections() {
    return {
      webSockets: this.#webSockets,
      subscriptions: this.#subscriptions,
      slowWebSockets: this.#slowSockets,
      dropped: this.#droppedConnections,
      cutOffAnswers: this.#cutOffAnswers,
    }
  }

  methods(): MethodFigures[] {
    return Array.from(this.#latencies.entries('method'), ([{ network = '', method = '' }, latencies]) => ({
      network,
      method,
      calls: latencies.count,
      meanMs: (latencies.sum / latencies.count) * 1000,
      p50Ms: (latencies.quantile(0.5) ?? 0) * 1000,
      p99Ms: (latencies.quantile(0.99) ?? 0) * 1000,
    }))
  }

  errors() {
    return Array.from(this.#errorSamples(), ({ labels, value }) => ({ ...labels, count: value }))
  }

  refusals() {
    return Array.from(this.#refusalSamples(), ({ labels, value }) => ({ ...labels, count: value }))
  }

  expose(
    endpoints: readonly Endpoint[],
    readers?: ReaderStatus,
    accessLines?: LineFileStatus,
    shared?: SharedHealth,
  ): string {
    return [
      exposeHistograms('cambium_call_seconds', 'Duration of calls.', this.#latencies.entries('method')),
      exposeFamily(
        'cambium_errors_total',
        'counter',
        'Calls that were answered with an error.',
        this.#errorSamples(),
      ),
      exposeFamily(
        'cambium_refusals_total',
        'counter',
        'Requests refused before they were calls.',
        this.#refusalSamples(),
      ),
      ...this.#work.expose(),
      exposeFamily('cambium_websockets', 'gauge', 'Open WebSockets.', [{ value: this.#webSockets }]),
      exposeFamily('cambium_subscriptions', 'gauge', 'Open subscriptions.', [{ value: this.#subscriptions }]),
      exposeFamily('cambium_slow_websockets_total', 'counter', 'WebSockets closed for not reading.', [
        { value: this.#slowSockets },
      ]),
      exposeFamily(
        'cambium_cut_off_answers_total',
        'counter',
        'Answers that failed after their beginning was sent.',
        [{ value: this.#cutOffAnswers }],
      ),
      exposeFamily(
        'cambium_dropped_connections_total',
        'counter',
        'Connections closed because their address had too many.',
        [{ value: this.#droppedConnections }],
      ),
      ...exposeNetworks(endpoints),
      ...exposeGateway(endpoints),
      ...(readers === undefined ? [] : exposeReaders(readers)),
      ...(accessLines === undefined ? [] : exposeAccessLines(accessLines)),
      ...(shared === undefined ? [] : exposeShared(shared)),
      ...exposeProcess(),
    ].join('')
  }

  *#errorSamples(): Generator<Sample> {
    for (const [labels, { value }] of this.#errors.entries('code')) yield { labels, value }
  }

  *#refusalSamples(): Generator<Sample> {
    for (const [status, value] of this.#refusals) yield { labels: { status }, value }
  }
}

function exposeNetworks(endpoints: readonly Endpoint[]): string[] {
  const statuses = endpoints.map((endpoint) => ({ labels: { network: endpoint.name }, ...endpoint.status() }))
  const gauge = (name: string, help: string, pick: (status: (typeof statuses)[number]) => number): string =>
    exposeFamily(
      name,
      'gauge',
      help,
      statuses.map((status) => ({ labels: status.labels, value: pick(status) })),
    )
  return [
    exposeFamily(
      'cambium_ready',
      'gauge',
      'Whether the network is useful to clients.',
      endpoints.map((endpoint) => ({
        labels: { network: endpoint.name },
        value: endpoint.readiness().ready ? 1 : 0,
      })),
    ),
    gauge('cambium_head', 'Number of the best block.', ({ head }) => head),
    gauge('cambium_pool_pending', 'Transactions that can be mined.', (status) => status.pendingTransactions),
    gauge('cambium_pool_queued', 'Transactions that wait for others.', (status) => status.queuedTransactions),
    gauge('cambium_peers', 'Connected peers.', ({ peers }) => peers),
    ...exposeSync(endpoints),
    ...exposeUpstreams(endpoints),
    ...exposeDamage(statuses),
  ]
}

/** Networks in memory have no samples. */
function exposeDamage(statuses: readonly (EndpointStatus & { readonly labels: Labels })[]): string[] {
  const counter = (name: string, help: string, which: keyof HealingCounts): string =>
    exposeFamily(
      `cambium_damaged_records_${name}_total`,
      'counter',
      help,
      statuses.flatMap(({ labels, damage }) =>
        damage === undefined ? [] : [{ labels, value: damage[which] }],
      ),
    )
  return [
    counter('met', 'Damaged records that calls have met.', 'met'),
    counter('restored', 'Damaged records that were restored.', 'restored'),
    counter('lost', 'Damaged records that the node could not restore.', 'lost'),
  ]
}

/** Networks without peers have no samples. */
function exposeSync(endpoints: readonly Endpoint[]): string[] {
  const syncing = endpoints.flatMap((endpoint) => {
    const { sync } = endpoint.status()
    return sync === undefined ? [] : [{ labels: { network: endpoint.name }, sync }]
  })
  type Sync = (typeof syncing)[number]['sync']
  const gauge = (name: string, help: string, pick: (sync: Sync) => number | undefined): string =>
    exposeFamily(
      name,
      'gauge',
      help,
      syncing.flatMap(({ labels, sync }) => {
        const value = pick(sync)
        return value === undefined ? [] : [{ labels, value }]
      }),
    )
  return [
    gauge('cambium_sync_highest', 'Number of the highest block of the peers.', ({ highest }) => highest),
    gauge(
      'cambium_sync_blocks_per_second',
      'Blocks imported from peers.',
      ({ blocksPerSecond }) => blocksPerSecond,
    ),
    gauge(
      'cambium_sync_seconds_left',
      'Estimated time to catch up; absent when the chain is not behind.',
      ({ secondsLeft }) => secondsLeft,
    ),
    gauge(
      'cambium_snapshot_state_bytes',
      'Size of the state that is fetched; the snapshot metrics are absent when none is.',
      ({ snapshot }) => snapshot?.stateBytes,
    ),
    gauge(
      'cambium_snapshot_fetched_bytes',
      'Bytes of the state that are stored.',
      ({ snapshot }) => snapshot?.fetchedBytes,
    ),
    gauge(
      'cambium_snapshot_chunks',
      'Chunks of the state that are stored.',
      ({ snapshot }) => snapshot?.chunks,
    ),
    gauge(
      'cambium_snapshot_received_bytes',
      'Bytes of chunks that came from peers since the start.',
      ({ snapshot }) => snapshot?.receivedBytes,
    ),
    gauge(
      'cambium_snapshot_headers_left',
      'Headers below the snapshot that are not verified yet.',
      ({ snapshot }) => snapshot?.headersLeft,
    ),
    gauge(
      'cambium_snapshot_blocks_left',
      'Blocks below the snapshot that are not fetched yet; 0 until the state is complete.',
      ({ snapshot }) => snapshot?.blocksLeft,
    ),
    gauge('cambium_data_bytes', 'Size of the data on disk.', ({ diskBytes }) => diskBytes),
  ]
}

const exposeAccessLines = ({ written, dropped }: LineFileStatus): string[] => [
  exposeFamily('cambium_access_log_lines_total', 'counter', 'Lines written to the access log.', [
    { value: written },
  ]),
  exposeFamily(
    'cambium_access_log_dropped_total',
    'counter',
    'Lines of the access log that were dropped, because the file was too slow or failed.',
    [{ value: dropped }],
  ),
]

function exposeProcess(): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    exposeFamily('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [{ value: rss }]),
    exposeFamily('nodejs_heap_used_bytes', 'gauge', 'Heap in use.', [{ value: heapUsed }]),
    exposeFamily('process_uptime_seconds', 'gauge', 'Since the start.', [{ value: process.uptime() }]),
    exposeFamily('process_cpu_seconds_total', 'counter', 'Processor time of the process.', [
      { value: (user + system) / 1e6 },
    ]),
    exposeFamily('nodejs_eventloop_busy_seconds_total', 'counter', 'Time in which the event loop was busy.', [
      { value: performance.eventLoopUtilization().active / 1000 },
    ]),
  ]
}
