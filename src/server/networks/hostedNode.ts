import type { RpcService } from '../../answering/rpcService.ts'
import type { UpstreamCalls } from '../../answering/upstream/upstreamCalls.ts'
import { toHex } from '../../primitives/hex.ts'
import { defaultCallSettings } from '../../rpc/method/context.ts'
import { lagOf } from '../../rpc/node/lag.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { HostedNetwork, UpstreamStatus } from './hostedNetwork.ts'
import { readinessOf } from './readiness.ts'

export interface HostedNodeParts {
  readonly name: string
  readonly node: RpcNode
  readonly service: RpcService
  readonly origins: HostedNetwork['origins']
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
export const hostedNode = ({
  name,
  node,
  service,
  origins,
  isRequired = true,
  maximumHeadAgeMs = defaultCallSettings.maximumHeadAgeMs,
  freeBytes = () => undefined,
  dataBytes = () => undefined,
  now = Date.now,
}: HostedNodeParts): HostedNetwork => ({
  name,
  origins,
  envelope: service.envelope,
  isRequired,
  head: () => ({ number: node.chain.head.number, hash: toHex(node.chain.head.hash) }),
  status: () => ({
    head: node.chain.head.number,
    headTimestamp: node.chain.head.header.timestamp,
    pendingTransactions: node.pool.pendingCount,
    queuedTransactions: node.pool.queuedCount,
    peers: node.peers?.connected.length,
    sync: node.peers?.progress,
    ...(service.upstream !== undefined && { upstream: upstreamStatus(service.upstream) }),
    calls: node.callIndexing?.coverage,
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

function upstreamStatus({ upstream, figures }: UpstreamCalls): UpstreamStatus {
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
