import { randomBytes } from 'node:crypto'
import { RpcService } from '../../src/answering/rpcService.ts'
import type { Node } from '../../src/node/node.ts'
import type { NodeOptions } from '../../src/node/nodeOptions.ts'
import { openNode } from '../../src/node/openNode.ts'
import { defaultCallSettings, type RpcSettings } from '../../src/rpc/method/context.ts'
import { hostedNode } from '../../src/server/networks/hostedNode.ts'
import { openServer } from '../../src/server/server.ts'
import type { ServerLimits } from '../../src/server/settings/serverLimits.ts'
import {
  defaultReaderLimits,
  ReaderPool,
  type ReaderPoolOptions,
} from '../../src/service/readers/readerPool.ts'

export interface ServedNodeOptions {
  readonly node?: NodeOptions
  readonly settings?: Partial<RpcSettings>
  readonly limits?: Partial<ServerLimits>
  readonly readers?: Partial<ReaderPoolOptions>
}

/** A local chain behind a real server on a free port of the loopback address. */
export interface ServedNode {
  readonly node: Node
  readonly port: number
  /** Errors that the node, the service or the server reported. */
  readonly problems: readonly unknown[]
  close(): Promise<void>
}

export async function serveNode(served: ServedNodeOptions): Promise<ServedNode> {
  const { node: options, settings, limits } = served
  const problems: unknown[] = []
  const report = (problem: unknown): void => void problems.push(problem)
  const node = await openNode({ onError: report, ...options })
  const readers = new ReaderPool({
    threads: 1,
    ...defaultReaderLimits,
    onError: report,
    ...served.readers,
  })
  const service = new RpcService(node, {
    settings: { clientVersion: 'Cambium/test', errors: 'rootstock', ...defaultCallSettings, ...settings },
    now: Date.now,
    random: randomBytes,
    report,
    readers,
  })
  const endpoint = hostedNode({ name: 'regtest', node, service, origins: '*' })
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    networks: [endpoint],
    access: { mode: 'open' },
    logger: {
      isEnabled: (level) => level === 'error',
      log: (level, event, fields) => level === 'error' && report({ event, fields }),
    },
    now: Date.now,
    random: randomBytes,
    ...(limits && { limits }),
  })
  return {
    node,
    port: server.address.port,
    problems,
    async close() {
      await server.close()
      service.close()
      readers.close()
      node.close()
    },
  }
}
