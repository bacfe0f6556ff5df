import { randomBytes } from 'node:crypto'
import { clientVersion } from '../../node/clientVersion.ts'
import type { Node } from '../../node/node.ts'
import { openNode } from '../../node/openNode.ts'
import type { NetworkName } from '../../protocol/networks/network.ts'
import { defaultCallSettings } from '../../rpc/context.ts'
import { RpcService } from '../../rpc/service.ts'
import { type ClosableEndpoint, rpcEndpoint } from '../../server/network/rpcEndpoint.ts'

/** A network that is being served. */
export interface NetworkService {
  readonly node: Node
  readonly endpoint: ClosableEndpoint
  close(): void
}

export interface NetworkServiceOptions {
  readonly network: NetworkName
  readonly dataFolder: string | undefined
  readonly onError: (error: unknown) => void
}

export async function openNetworkService(options: NetworkServiceOptions): Promise<NetworkService> {
  const { network, dataFolder, onError } = options
  const node = await openNode({ network, onError, ...(dataFolder !== undefined && { dataFolder }) })
  const service = new RpcService(node, {
    settings: { clientVersion: clientVersion(), errors: 'rootstock', ...defaultCallSettings },
    now: Date.now,
    random: randomBytes,
    report: onError,
  })
  // Any page may ask a chain of one's own; public networks are for the operator to open.
  const origins = node.local === undefined ? [] : '*'
  const endpoint = rpcEndpoint({ name: network, node, service, origins })
  return {
    node,
    endpoint,
    close() {
      endpoint.close()
      service.close()
      node.close()
    },
  }
}
