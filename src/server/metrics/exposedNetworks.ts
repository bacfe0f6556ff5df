import type {
  GatewayFigures,
  HostedNetwork,
  HostedStatus,
  NetworkStorage,
} from '../networks/hostedNetwork.ts'
import { exposeFamilies, exposeFamily, type Labels } from './exposition.ts'

/* The state of networks, of their upstreams, and of the nodes of gateways. */

interface Network extends HostedStatus, NetworkStorage {
  readonly labels: Labels
  readonly isReady: boolean
  readonly isRequired: boolean
  readonly gateway: GatewayFigures | undefined
}

/** A network that fails to report its state, for example while it closes, has no samples; the others keep theirs. */
export function exposeNetworks(hosted: readonly HostedNetwork[], report: (error: unknown) => void): string[] {
  const networks = hosted.flatMap((network): Network[] => {
    try {
      return [observe(network)]
    } catch (error) {
      report(error)
      return []
    }
  })
  return [
    ...exposeFamilies('cambium', networks, [
      ['ready', 'Whether the network is useful to clients.', ({ isReady }) => (isReady ? 1 : 0)],
      [
        'required',
        'Whether the service as a whole is not ready without the network.',
        ({ isRequired }) => (isRequired ? 1 : 0),
      ],
      ['head', 'Number of the best block.', ({ head }) => head],
      ['head_timestamp_seconds', 'Time of the best block.', ({ headTimestamp }) => headTimestamp],
      ['pool_pending', 'Transactions that can be mined.', (network) => network.pendingTransactions],
      ['pool_queued', 'Transactions that wait for others.', (network) => network.queuedTransactions],
      ['peers', 'Connected peers; absent while peering is off.', ({ peers }) => peers],
      ['sync_highest', 'Number of the highest block of the peers.', ({ sync }) => sync?.highest],
      [
        'writer_answers',
        'Whether the process that writes the folder answers.',
        ({ writer }) => writer && (writer.answers ? 1 : 0),
      ],
      ['data_bytes', 'Size of the data on disk.', ({ dataBytes }) => dataBytes],
      ['disk_free_bytes', 'Space that is left on the disk of the data.', ({ freeBytes }) => freeBytes],
      [
        'damaged_records_met_total',
        'How often a damaged record was met; absent for data in memory.',
        ({ faults }) => faults?.damagedRecordsMet,
      ],
      [
        'failed_merges_total',
        'How often runs of the store could not be merged; absent for data in memory.',
        ({ faults }) => faults?.failedMerges,
      ],
    ]),
    ...exposeWork(networks),
    ...exposeCalls(networks),
    ...exposeUpstreams(networks),
    ...exposeGateways(networks),
  ]
}

const observe = (network: HostedNetwork): Network => ({
  labels: { network: network.name },
  isReady: network.readiness().ready,
  isRequired: network.isRequired,
  gateway: network.gateway?.(),
  ...network.storage(),
  ...network.status(),
})

/** Networks whose calls are not recorded have no samples. */
const exposeCalls = (networks: readonly Network[]): string[] =>
  exposeFamilies('cambium_calls', networks, [
    ['first', 'First block whose calls are recorded.', ({ calls }) => calls?.from],
    ['filled', 'Last older block whose calls are recorded.', ({ calls }) => calls?.filled],
    ['since', 'Last block before calls were recorded at once.', ({ calls }) => calls?.since],
  ])

/** Work that is not under way has no samples. */
const exposeWork = (networks: readonly Network[]): string[] =>
  exposeFamilies(
    'cambium_work',
    networks.flatMap(({ labels, work = [] }) =>
      work.map(({ work: name, progress }) => ({ labels: { ...labels, work: name }, progress })),
    ),
    [
      ['progress_ratio', 'The part of long work that is done, from 0 to 1.', ({ progress }) => progress.part],
      [
        'units_per_second',
        'Blocks, records or bytes that the work does a second.',
        ({ progress }) => progress.perSecond,
      ],
      ['seconds_left', 'Estimated time until the work is done.', ({ progress }) => progress.secondsLeft],
    ],
  )

/** Empty when no network has an upstream. */
function exposeUpstreams(networks: readonly Network[]): string[] {
  const upstreams = networks.flatMap(({ labels, upstream }) => (upstream ? [{ labels, ...upstream }] : []))
  if (upstreams.length === 0) return []
  return [
    ...exposeFamilies('cambium_upstream', upstreams, [
      ['head', 'Number of the best block of the upstream.', ({ head }) => head],
      ['answers', 'Whether the upstream answers about the best block.', ({ answers }) => (answers ? 1 : 0)],
      ['under_way', 'Calls that wait for the upstream.', ({ underWay }) => underWay],
    ]),
    exposeFamily(
      'cambium_upstream_calls_total',
      'Calls that the upstream answered, by whether the answer was checked.',
      upstreams.flatMap(({ labels, verified, unverified }) => [
        { labels: { ...labels, verified: 'yes' }, value: verified },
        { labels: { ...labels, verified: 'no' }, value: unverified },
      ]),
    ),
    exposeFamily(
      'cambium_upstream_failures_total',
      'Calls that the upstream did not answer, by problem.',
      upstreams.flatMap(({ labels, failures }) =>
        Object.entries(failures).map(([problem, value]) => ({ labels: { ...labels, problem }, value })),
      ),
    ),
    ...exposeFamilies('cambium_upstream', upstreams, [
      ['seconds_total', 'Time of all calls that the upstream answered.', ({ seconds }) => seconds],
    ]),
  ]
}

/** The nodes and the final answers of gateways; empty for a server with chains of its own. */
function exposeGateways(networks: readonly Network[]): string[] {
  const gateways = networks.flatMap(({ labels, gateway }) => (gateway ? [{ labels, ...gateway }] : []))
  if (gateways.length === 0) return []
  const nodes = gateways.flatMap(({ labels, nodes: figures }) =>
    figures.map((node) => ({ ...node, labels: { ...labels, node: node.name } })),
  )
  const answers = gateways.map(({ labels, finalAnswers }) => ({ labels, ...finalAnswers }))
  return [
    ...exposeFamilies('cambium_node', nodes, [
      ['useful', 'Whether the node gets requests.', ({ isUseful }) => (isUseful ? 1 : 0)],
      ['head', 'Number of the best block of the node.', ({ height }) => height],
      ['lag_blocks', 'Blocks behind the best node.', ({ lag }) => lag],
      ['latency_seconds', 'Moving average of answers.', ({ meanMs }) => meanMs / 1000],
      ['requests_total', 'Requests sent to the node.', ({ requests }) => requests],
      ['failures_total', 'Requests that the node failed.', ({ failures }) => failures],
      ['retries_total', 'Requests after another node failed.', ({ retries }) => retries],
      ['hedges_total', 'Requests while another node was slow.', ({ hedges }) => hedges],
    ]),
    ...exposeFamilies('cambium_final_answer', answers, [
      ['hits_total', 'Reads of kept answers.', ({ hits }) => hits],
      ['misses_total', 'Reads without a kept answer.', ({ misses }) => misses],
      ['bytes', 'Size of the kept answers.', ({ bytes }) => bytes],
    ]),
  ]
}
