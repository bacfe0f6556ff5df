import type { Json } from '../../../rpc/json/json.ts'
import { minutesKept } from '../../metrics/trafficHistory.ts'
import type { HostedNetwork } from '../../networks/hostedNetwork.ts'
import { AdminError, type AdminRoute, plainJson } from '../adminRoute.ts'

export const statusRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/api/overview',
    summary:
      'The process (uptime, memory, processor time), its threads with their queue, its connections, the state that it shares with other processes, and each network: head, pool, peers, synchronisation, size on disk, readiness with reasons, and the problems of the nodes behind a gateway.',
    parameters: [],
    answer: (_, { networks, metrics, readers, shared, keys, now }) => ({
      json: {
        now: now(),
        access: keys === undefined ? 'open' : 'keys',
        process: processObject(),
        connections: plainJson(metrics.connections),
        threads: readers === undefined ? null : plainJson(readers()),
        shared: shared === undefined ? null : plainJson(shared()),
        networks: networks.map(networkObject),
      },
    }),
  },
  {
    method: 'GET',
    path: '/api/traffic',
    summary:
      'Calls, errors, refusals, bytes of answers, and the estimated median and 99th percentile of latency, by minute; minutes without traffic are absent.',
    parameters: [{ name: 'minutes', summary: `how many minutes back, up to ${minutesKept}; 60 if absent` }],
    answer: ({ query }, { metrics }) => ({
      json: metrics.traffic
        .last(wholeNumberIn(query, 'minutes', 60, { from: 1, to: minutesKept }))
        .map((minute) => ({ ...minute })),
    }),
  },
  {
    method: 'GET',
    path: '/api/methods',
    summary:
      'Since the start: each method with its calls and latency, the errors by code, and the refusals by HTTP status.',
    parameters: [],
    answer: (_, { metrics }) => ({
      json: {
        methods: metrics.methods().map(plainJson),
        errors: metrics.errors().map(plainJson),
        refusals: metrics.refusals().map(plainJson),
      },
    }),
  },
]

function processObject(): Json {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return {
    uptimeSeconds: process.uptime(),
    residentBytes: rss,
    heapBytes: heapUsed,
    processorSeconds: (user + system) / 1e6,
    eventLoopBusySeconds: performance.eventLoopUtilization().active / 1000,
  }
}

const networkObject = (network: HostedNetwork): Json =>
  plainJson({
    name: network.name,
    ...network.status(),
    ...network.storage(),
    ...network.readiness(),
    nodeProblems: network
      .gateway?.()
      .nodes.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}`])),
  })

/** A whole number of the query, within bounds; the default if it is absent. */
function wholeNumberIn(
  query: URLSearchParams,
  name: string,
  absent: number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const text = query.get(name)
  if (text === null) return absent
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= from && number <= to) return number
  throw new AdminError(400, `${name} is not a whole number from ${from} to ${to}`)
}
