import type { Json } from '../../../rpc/json/json.ts'
import type { Endpoint } from '../../networks/endpoint.ts'
import type { AdminRoute } from '../adminRoute.ts'
import { plainJson } from './plainJson.ts'

export const overview: AdminRoute = {
  method: 'GET',
  path: '/api/overview',
  summary:
    'The process (uptime, memory, processor time), its threads with their queue, its connections, the state that it shares with other processes, and each network: head, pool, peers, synchronisation, size on disk, readiness with reasons.',
  parameters: [],
  answer: (_, { endpoints, metrics, readers, shared, keys, now }) => ({
    json: {
      now: now(),
      access: keys === undefined ? 'open' : 'keys',
      process: processObject(),
      connections: plainJson(metrics.connections),
      threads: readers === undefined ? null : plainJson(readers()),
      shared: shared === undefined ? null : plainJson(shared()),
      networks: endpoints.map(networkObject),
    },
  }),
}

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

const networkObject = (endpoint: Endpoint): Json =>
  plainJson({
    name: endpoint.name,
    ...endpoint.status(),
    ...endpoint.storage(),
    ...endpoint.readiness(),
  })
