import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { RpcService } from '../../rpc/service.ts'
import type { Endpoint } from './endpoint.ts'

export interface RpcEndpointParts {
  readonly name: string
  readonly node: RpcNode
  readonly service: RpcService
  readonly origins: Endpoint['origins']
}

/** A node with its methods as a network that a server serves. */
export const rpcEndpoint = ({ name, node, service, origins }: RpcEndpointParts): Endpoint => ({
  name,
  origins,
  envelope: service.envelope,
  status: () => ({
    head: node.chain.head.number,
    pendingTransactions: node.pool.pendingCount,
    queuedTransactions: node.pool.queuedCount,
    peers: node.peers?.connected.length ?? 0,
    sync: node.peers?.progress,
  }),
})
