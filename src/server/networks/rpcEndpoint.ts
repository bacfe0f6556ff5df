import { toHex } from '../../primitives/hex.ts'
import { defaultCallSettings } from '../../rpc/method/context.ts'
import { lagOf } from '../../rpc/node/lag.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { Forwarding } from '../../service/forwarding/forwarding.ts'
import type { RpcService } from '../../service/rpcService.ts'
import type { Endpoint, UpstreamStatus } from './endpoint.ts'
import { readinessOf } from './readiness.ts'

export interface RpcEndpointParts {
  readonly name: string
  readonly node: RpcNode
  readonly service: RpcService
  readonly origins: Endpoint['origins']
  readonly isRequired?: boolean
  /** The oldest best block of a network that is ready. */
  readonly maximumHeadAgeMs?: number
  /** Space that is left for the data; undefined when it is in memory. */
  readonly freeBytes?: () => number | undefined
  /** Size of the data on disk; undefined when it is in memory. */
  readonly dataBytes?: () => number | undefined
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** A node with its methods as a network that a server serves. */
export const rpcEndpoint = ({
  name,
  node,
  service,
  origins,
  isRequired = true,
  maximumHeadAgeMs = defaultCallSettings.maximumHeadAgeMs,
  freeBytes = () => undefined,
  dataBytes = () => undefined,
  now = Date.now,
}: RpcEndpointParts): Endpoint => ({
  name,
  origins,
  envelope: service.envelope,
  isRequired,
  ...(node.development !== undefined && {
    workAfterAnswer: (body) => postponedWork(body, node),
  }),
  head: () => ({ number: node.chain.head.number, hash: toHex(node.chain.head.hash) }),
  status: () => ({
    head: node.chain.head.number,
    pendingTransactions: node.pool.pendingCount,
    queuedTransactions: node.pool.queuedCount,
    peers: node.peers?.connected.length ?? 0,
    sync: node.peers?.progress,
    ...(service.forwarding !== undefined && { upstream: upstreamStatus(service.forwarding) }),
    damage: node.healing?.counts,
  }),
  storage: () => ({ dataBytes: dataBytes(), freeBytes: freeBytes() }),
  readiness: () =>
    readinessOf({
      lag: lagOf(node, maximumHeadAgeMs, now()),
      peers: node.peers?.connected.length ?? 0,
      freeBytes: freeBytes(),
    }),
})

/**
 * Methods whose answers tell nothing of the block, or of the chain that was returned to; and those after which clients
 * mostly prepare a transaction, while there is time to read what it will need.
 */
const postponing = new Map<unknown, 'block' | 'revert' | 'reading'>([
  ['eth_sendTransaction', 'block'],
  ['eth_sendRawTransaction', 'block'],
  ['evm_revert', 'revert'],
  ['anvil_revert', 'revert'],
  ['eth_getTransactionReceipt', 'reading'],
  ['eth_gasPrice', 'reading'],
])

const postponedBy = (body: unknown): 'block' | 'revert' | 'reading' | undefined =>
  typeof body === 'object' && body !== null && 'method' in body ? postponing.get(body.method) : undefined

/** A fork may have to ask its origin for what a block reads, and a stored chain stores what waits for a block. */
function postponedWork(body: unknown, node: RpcNode): (() => void) | undefined {
  const postponed = postponedBy(body)
  if (postponed === undefined || node.fork !== undefined || node.data.folder !== undefined) return undefined
  if (postponed === 'reading') return node.pool.readAhead
  return postponed === 'block' ? node.development?.postponeBlocks() : node.local?.postponeReverts()
}

function upstreamStatus({ upstream, figures }: Forwarding): UpstreamStatus {
  const { verified, unverified, seconds } = figures
  return {
    endpoint: upstream.shown,
    head: upstream.head ?? null,
    answers: upstream.isAhead,
    problem: upstream.problem?.message ?? null,
    underWay: upstream.underWay,
    verified,
    unverified,
    failures: Object.fromEntries(figures.failures),
    seconds,
  }
}
