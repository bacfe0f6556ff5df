import type { RpcNode } from '../../rpc/rpcNode.ts'
import type { RpcService } from '../../rpc/service.ts'
import type { Endpoint } from '../endpoint.ts'
import { Feeds } from './feeds.ts'
import { openSubscription } from './subscribing.ts'

export interface RpcEndpointOptions {
  readonly name: string
  readonly node: RpcNode
  readonly service: RpcService
  readonly origins: Endpoint['origins']
}

export interface ClosableEndpoint extends Endpoint {
  /** Ends following the node. */
  close(): void
}

/** A node with its methods as something to serve. */
export function rpcEndpoint({ name, node, service, origins }: RpcEndpointOptions): ClosableEndpoint {
  const feeds = new Feeds(node)
  return {
    name,
    origins,
    handle: (request, client) => service.handleRequest(request, client),
    method(name) {
      const found = service.registry.find(name)
      return found === 'unavailable' ? undefined : found
    },
    subscribe: (params, deliver) => openSubscription(feeds, params, deliver),
    status: () => ({
      head: node.chain.head.number,
      pendingTransactions: node.pool.pendingCount,
      queuedTransactions: node.pool.queuedCount,
      peers: node.peers?.connected.length ?? 0,
    }),
    close: () => feeds.close(),
  }
}
