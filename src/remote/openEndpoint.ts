import { openTransport } from './openTransport.ts'
import { defaultRemoteLimits } from './remoteLimits.ts'
import { RemoteNode, type RemoteNodeParts } from './remoteNode.ts'
import type { Transport, TransportParts } from './transport.ts'

export interface EndpointParts extends Omit<RemoteNodeParts, 'transport'> {
  /** How requests are carried, where a test or a benchmark carries them itself. */
  readonly transport?: ((parts: TransportParts) => Transport) | undefined
}

/** A server that others run. */
export function openEndpoint({ transport = openTransport, ...parts }: EndpointParts): RemoteNode {
  const { maximumAnswerBytes, maximumTextBytes, connections } = { ...defaultRemoteLimits, ...parts.limits }
  const maximumBytes = Math.max(maximumAnswerBytes, maximumTextBytes)
  return new RemoteNode({
    ...parts,
    transport: transport({ url: parts.url, maximumBytes, maximumConnections: connections }),
  })
}
