import type { AskingClient } from '../http/nodeLink.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { NodeAnswer } from '../nodes/nodeAnswer.ts'

/** One question to one node. Rejects with `NodeFailure`. */
export const askOnce = (
  node: GatewayNode,
  body: string,
  client: AskingClient,
  timeoutMs: number,
): Promise<NodeAnswer> =>
  new Promise((resolve, reject) => {
    node.ask({ body, client, timeoutMs, onAnswer: resolve, onFailure: reject })
  })
