import { worstDataQueries } from '../../src/rpc/modules/data/worst.cases.ts'
import type { HeavyChain } from '../../src/rpc/modules/heavyChain.cases.ts'
import { adminRoutes } from '../../src/server/admin/adminRoutes.ts'

/* What a server answers beside JSON-RPC: the paths of the dataset, the admin API and the metrics. */

export interface WorstRequest {
  readonly title: string
  readonly httpMethod: string
  readonly path: string
  readonly body?: unknown
  readonly isAdmin?: boolean
}

type Bodies = Readonly<Record<string, unknown>>

/** Resource below `/data` → the bodies with which it works most, by what they ask for; `get` for a GET. */
const dataBodies = (chain: HeavyChain): Readonly<Record<string, Bodies | 'get'>> => {
  const queries = worstDataQueries(chain)
  return {
    stream: queries,
    'finalized-stream': queries,
    head: 'get',
    'finalized-head': 'get',
    metadata: 'get',
    height: 'get',
    '0/worker': 'get',
    '': { everything: queries['everything'] },
  }
}

const rpc = { jsonrpc: '2.0', id: 1 }

/** Route of the admin API → its query and body. */
const adminWorst: Readonly<
  Record<string, (chain: HeavyChain) => { readonly query?: string; readonly body?: unknown }>
> = {
  'GET /api/overview': () => ({}),
  'GET /api/traffic': () => ({ query: '?minutes=1440' }),
  'GET /api/methods': () => ({}),
  'GET /api/keys': () => ({}),
  'POST /api/keys': () => ({ body: { label: 'x'.repeat(100), methods: ['eth', 'net'] } }),
  'PATCH /api/keys/:id': () => ({ body: { label: 'y' } }),
  'POST /api/keys/:id/rotate': () => ({ body: { graceSeconds: 60 } }),
  'POST /api/keys/:id/revoke': () => ({ body: {} }),
  'GET /api/usage': () => ({ query: '?from=0&period=hour&by=key,network,method' }),
  'GET /api/usage.csv': () => ({ query: '?from=0&period=hour&by=key,network,method' }),
  'POST /api/networks/:network/rpc': ({ logs }) => ({
    body: { ...rpc, method: 'eth_getBlockReceipts', params: [logs.block] },
  }),
  'POST /api/reload': () => ({ body: {} }),
}

/** Routes without worst parameters, and parameters without a route. */
export function unjudgedRoutes(): readonly string[] {
  const routes = adminRoutes.map(({ method, path }) => `${method} ${path}`)
  return [
    ...routes.filter((route) => adminWorst[route] === undefined),
    ...Object.keys(adminWorst).filter((route) => !routes.includes(route)),
  ]
}

/** Names of the resources of the dataset that are judged. */
export const judgedResources = (chain: HeavyChain): readonly string[] => Object.keys(dataBodies(chain))

export function worstRequests(chain: HeavyChain): readonly WorstRequest[] {
  const ofDataset = Object.entries(dataBodies(chain)).flatMap(([name, bodies]): WorstRequest[] => {
    const path = `/data${name === '' ? '' : `/${name}`}`
    if (bodies === 'get') return [{ title: `GET ${path}`, httpMethod: 'GET', path }]
    return Object.entries(bodies).map(([what, body]) => ({
      ...{ title: `POST ${path}: ${what}`, httpMethod: 'POST', path, body },
    }))
  })
  const ofAdmin = Object.entries(adminWorst).map(([route, worst]): WorstRequest => {
    const [httpMethod = '', path = ''] = route.split(' ')
    const { query = '', body } = worst(chain)
    return { title: route, httpMethod, path: `${path}${query}`, body, isAdmin: true }
  })
  return [
    ...ofDataset,
    ...ofAdmin,
    { title: 'GET /metrics', httpMethod: 'GET', path: '/metrics', isAdmin: true },
  ]
}
