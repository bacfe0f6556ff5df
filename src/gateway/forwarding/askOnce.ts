import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { NodeAnswer } from '../nodes/nodeAnswer.ts'
import type { AskingClient } from '../nodes/nodeSocket.ts'

/** One question to one node. Rejects with `NodeFailure`. */
export const askOnce = (
  node: GatewayNode,
  body: string,
  client: AskingClient,
  timeoutMs: number,
  beginning?: string,
): Promise<NodeAnswer> =>
  new Promise((resolve, reject) => {
    const expected = beginning === undefined ? {} : { beginning }
    node.ask({ body, client, timeoutMs, ...expected, onAnswer: resolve, onFailure: reject })
  })
