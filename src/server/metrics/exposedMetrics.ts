import type { MeasuredCall } from '../../rpc/envelope/answerContext.ts'
import type { ReaderStatus } from '../../service/readers/readerPool.ts'
import type { SharedHealth } from '../keys/sharedHealth.ts'
import type { LineFileStatus } from '../log/lineFile.ts'
import type { HostedNetwork } from '../networks/hostedNetwork.ts'
import { exposeNetworks } from './exposedNetworks.ts'
import { exposeFamily, exposeHistograms, exposeValues, type Sample } from './exposition.ts'
import { Histogram, latencyBounds } from './histogram.ts'
import { type ChargedWork, Series, WorkTotals } from './series.ts'
import { TrafficHistory } from './trafficHistory.ts'

interface Count {
  value: number
}

/** The sources of metrics other than the counts of calls. */
export interface ExposedSources {
  readonly networks: readonly HostedNetwork[]
  /** The state of the reader threads; undefined without such threads. */
  readonly readers?: (() => ReaderStatus) | undefined
  /** Counts of the lines of the access log; undefined when requests are not logged. */
  readonly accessLines?: (() => LineFileStatus) | undefined
  /** The health of the state that several processes share; undefined without one. */
  readonly shared?: (() => SharedHealth) | undefined
  /** Of the program. */
  readonly version: string
  /** Logs an unexpected error for the operator. */
  readonly report: (error: unknown) => void
}

/** Metrics in the text format of Prometheus, and as figures for the admin API. */
export class ExposedMetrics {
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

  /** A request was refused with an HTTP status before it was answered. */
  refused(status: number): void {
    this.traffic.refused()
    this.#refusals.set(status, (this.#refusals.get(status) ?? 0) + 1)
  }

  /** A connection was closed because its address has too many. */
  connectionDropped(): void {
    this.#droppedConnections++
  }

  /** A streamed answer failed after its beginning had been sent. */
  answerCutOff(): void {
    this.#cutOffAnswers++
  }

  /** By +1 or -1 when a WebSocket is opened or closed. */
  webSocketsChanged(change: number): void {
    this.#webSockets += change
  }

  /** By +1 or -1 when a subscription is opened or ended. */
  subscriptionsChanged(change: number): void {
    this.#subscriptions += change
  }

  /** A WebSocket was closed because its client did not read its notifications. */
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

  /** Calls of each method since the start. */
  methods() {
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

  /** A part that fails is reported, and costs its own lines only. */
  expose({ networks, readers, accessLines, shared, version, report }: ExposedSources): string {
    const parts: readonly (() => readonly string[])[] = [
      () => this.#exposeCalls(),
      () => exposeNetworks(networks, report),
      () => exposeReaders(readers?.()),
      () => exposeAccessLines(accessLines?.()),
      () => exposeShared(shared?.()),
      () => exposeProcess(version),
    ]
    return parts
      .flatMap((part) => {
        try {
          return part()
        } catch (error) {
          report(error)
          return []
        }
      })
      .join('')
  }

  #exposeCalls(): string[] {
    return [
      exposeHistograms('cambium_call_seconds', 'Duration of calls.', this.#latencies.entries('method')),
      exposeFamily('cambium_errors_total', 'Calls that were answered with an error.', this.#errorSamples()),
      exposeFamily(
        'cambium_refusals_total',
        'Requests refused before they were calls.',
        this.#refusalSamples(),
      ),
      ...this.#work.expose(),
      ...exposeValues('cambium', this.connections, [
        ['websockets', 'Open WebSockets.', ({ webSockets }) => webSockets],
        ['subscriptions', 'Open subscriptions.', ({ subscriptions }) => subscriptions],
        ['slow_websockets_total', 'WebSockets closed for not reading.', (status) => status.slowWebSockets],
        [
          'cut_off_answers_total',
          'Answers that failed after their beginning was sent.',
          ({ cutOffAnswers }) => cutOffAnswers,
        ],
        [
          'dropped_connections_total',
          'Connections closed because their address had too many.',
          ({ dropped }) => dropped,
        ],
      ]),
    ]
  }

  *#errorSamples(): Generator<Sample> {
    for (const [labels, { value }] of this.#errors.entries('code')) yield { labels, value }
  }

  *#refusalSamples(): Generator<Sample> {
    for (const [status, value] of this.#refusals) yield { labels: { status }, value }
  }
}

/** The threads that answer heavy reads. */
const exposeReaders = (status: ReaderStatus | undefined): string[] => [
  ...exposeValues('cambium_readers', status, [
    ['threads', 'Threads for heavy reads.', ({ threads }) => threads],
    ['busy', 'Threads that answer a call.', ({ busy }) => busy],
    ['waiting', 'Calls that wait for a thread.', ({ waiting }) => waiting],
    ['callers', 'Callers whose work is remembered.', ({ callers }) => callers],
    ['calls_total', 'Calls that were given to a thread.', ({ started }) => started],
    ['refused_total', 'Calls refused because too many waited.', ({ refused }) => refused],
    ['wait_seconds_total', 'Time that calls waited for a thread.', ({ waitedMs }) => waitedMs / 1000],
    ['crashed_total', 'Threads that ended unexpectedly.', ({ crashed }) => crashed],
  ]),
  exposeFamily(
    'cambium_readers_method_calls_total',
    'Calls that left the main thread for a thread of readers, by method.',
    Object.entries(status?.startedByMethod ?? {}).map(([method, value]) => ({ labels: { method }, value })),
  ),
]

const exposeAccessLines = (status: LineFileStatus | undefined): string[] =>
  exposeValues('cambium_access_log', status, [
    ['lines_total', 'Lines written to the access log.', ({ written }) => written],
    [
      'dropped_total',
      'Lines of the access log that were dropped, because the file was too slow or failed.',
      ({ dropped }) => dropped,
    ],
  ])

/** The state that several processes share. */
const exposeShared = (health: SharedHealth | undefined): string[] =>
  exposeValues('cambium_shared', health, [
    ['away', 'Whether the shared state cannot be reached.', ({ isAway }) => (isAway ? 1 : 0)],
    [
      'keys_unavailable',
      'Whether no API key is accepted because the shared state is away or lost.',
      ({ keysUnavailable }) => (keysUnavailable === undefined ? 0 : 1),
    ],
    ['processes', 'Processes that share the state, as known last.', ({ processes }) => processes],
    ['leases_total', 'Leases of rates that were settled.', ({ leases }) => leases],
    ['round_trips_total', 'Commands sent to the shared state.', ({ roundTrips }) => roundTrips],
    ['failures_total', 'Commands and connections that failed.', ({ failures }) => failures],
    ['reconnections_total', 'Connections after the first.', ({ reconnections }) => reconnections],
  ])

function exposeProcess(version: string): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const { active } = performance.eventLoopUtilization()
  const families: readonly (readonly [name: string, help: string, value: number])[] = [
    ['process_resident_memory_bytes', 'Memory of the process.', rss],
    ['nodejs_heap_used_bytes', 'Heap in use.', heapUsed],
    ['process_uptime_seconds', 'Since the start.', process.uptime()],
    ['process_cpu_seconds_total', 'Processor time of the process.', (user + system) / 1e6],
    ['nodejs_eventloop_busy_seconds_total', 'Time in which the event loop was busy.', active / 1000],
  ]
  return [
    exposeFamily('cambium_build_info', 'The version of the program.', [{ labels: { version }, value: 1 }]),
    ...families.map(([name, help, value]) => exposeFamily(name, help, [{ value }])),
  ]
}
