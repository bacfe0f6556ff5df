import { defaultRemoteLimits } from './remoteLimits.ts'
import { RemoteNode, type RemoteNodeParts } from './remoteNode.ts'
import { UndiciTransport } from './undiciTransport.ts'

/** An endpoint that others run, asked from Node. */
export function openEndpoint(parts: Omit<RemoteNodeParts, 'transport'>): RemoteNode {
  const { maximumAnswerBytes, maximumTextBytes, connections } = { ...defaultRemoteLimits, ...parts.limits }
  const maximumBytes = Math.max(maximumAnswerBytes, maximumTextBytes)
  const transport = new UndiciTransport({ url: parts.url, maximumBytes, maximumConnections: connections })
  return new RemoteNode({ ...parts, transport })
}
