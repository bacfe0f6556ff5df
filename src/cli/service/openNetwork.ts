import { RpcService } from '../../answering/rpcService.ts'
import { hostedNode } from '../../server/networks/hostedNode.ts'
import type { NetworkConfiguration } from '../configuration/networkConfiguration.ts'
import type { NetworkService, NetworkServiceParts } from './networkService.ts'

/** Puts a network together: its node by the role of the process, the service over it, and the endpoint for servers. */
export async function openNetwork(
  configuration: NetworkConfiguration,
  parts: NetworkServiceParts,
): Promise<NetworkService & { close(): void }> {
  const { name, origins, disabled, rpc, isRequired } = configuration
  const { service: common, readers } = parts
  const report: NetworkServiceParts['onError'] = (error, facts) =>
    parts.onError(error, { network: name, ...facts })
  // Parts are loaded only when the configuration needs them: loading code takes most of the time of a start.
  const opening =
    common.role === 'reader'
      ? (await import('./openReader.ts')).openReader
      : (await import('./openWriter.ts')).openWriter
  const opened = await opening(configuration, { ...parts, onError: report })
  const { node, handlers = [], settings, close: closeNode, ...ofRole } = opened
  const service = new RpcService(node, {
    settings: { ...rpc, ...settings },
    disabled,
    report(error, facts) {
      node.faults?.notice(error)
      report(error, facts)
    },
    readers,
    ...ofRole,
  })
  return {
    configuration,
    chainId: node.network.chainId,
    node,
    endpoint: hostedNode({ name, node, service, origins, isRequired }),
    handlers,
    close() {
      service.close()
      closeNode()
    },
  }
}
