import type { RpcService } from '../answering/rpcService.ts'
import { developmentBatchItems } from '../node/local/development/developmentOptions.ts'
import { reasonOf } from '../primitives/errors.ts'
import type { RpcNode } from '../rpc/node/rpcNode.ts'
import { loopbackOrigins } from '../server/entrance/origins.ts'
import type { Logger } from '../server/log/logger.ts'
import { hostedNode } from '../server/networks/hostedNode.ts'
import { openServer } from '../server/server.ts'
import { arrayOf, eitherOf, objectOf } from '../settings/programTypes.ts'
import { oneOf, port, text } from '../settings/valueTypes.ts'
import { checkedArgument } from './checkedArgument.ts'
import type { ListeningNode } from './localNode.ts'
import { servedPorts } from './servedPorts.ts'

export interface ServedNodeParts {
  readonly node: RpcNode
  readonly service: RpcService
  readonly clock: () => number
  readonly random: (length: number) => Uint8Array
  readonly onError: (error: unknown) => void
}

const optionTypes = objectOf({
  port,
  host: text('an address of this machine', 'ADDRESS'),
  origins: eitherOf(oneOf('*'), arrayOf(text('an origin such as https://app.example', 'ORIGIN'))),
})

/** Time for running calls when a test ends. */
const drainTimeoutMs = 1_000

/** Serves a node over HTTP and WebSocket. */
export async function listenWith(
  { node, service, clock, random, onError }: ServedNodeParts,
  options: unknown,
): Promise<ListeningNode> {
  const chosen = checkedArgument('the options of listen', optionTypes, options)
  const { port: wanted = 0, host = '127.0.0.1', origins = [loopbackOrigins] } = chosen
  const logger: Logger = {
    isEnabled: (level) => level === 'error',
    log: (level, event, { reason } = {}) => {
      if (level === 'error') onError(new Error(`${event}: ${reason ?? 'unknown'}`))
    },
  }
  try {
    const { address, close } = await openServer({
      host,
      port: wanted,
      networks: [hostedNode({ name: 'regtest', node, service, origins })],
      access: { mode: 'open', isPublic: true },
      limits: { drainTimeoutMs, batchItems: developmentBatchItems },
      logger,
      now: clock,
      random,
    })
    const place = `${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
    const { port } = address
    servedPorts.add(port)
    const stop = (): Promise<void> => {
      servedPorts.delete(port)
      return close()
    }
    return { url: `http://${place}`, webSocketUrl: `ws://${place}`, port, close: stop }
  } catch (error) {
    throw new Error(`the node cannot listen on port ${wanted} of ${host}: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}
