import { randomBytes } from 'node:crypto'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import { defaultCallSettings, type ErrorDialect } from '../../src/rpc/method/context.ts'
import { RpcService } from '../../src/rpc/service.ts'
import { rpcEndpoint } from '../../src/server/networks/rpcEndpoint.ts'
import { openServer } from '../../src/server/server.ts'

/** A local chain behind a real server on a free port. */
export interface ServedChain {
  readonly node: Node
  readonly http: string
  readonly webSocket: string
  close(): Promise<void>
}

export async function serveChain(errors: ErrorDialect = 'rootstock'): Promise<ServedChain> {
  const problems: unknown[] = []
  const report = (problem: unknown): void => void problems.push(problem)
  const node = await openNode({ onError: report })
  const service = new RpcService(node, {
    settings: { clientVersion: 'Cambium/test', errors, ...defaultCallSettings },
    now: Date.now,
    random: randomBytes,
    report,
  })
  const endpoint = rpcEndpoint({ name: 'regtest', node, service, origins: '*' })
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    endpoints: [endpoint],
    access: { mode: 'open' },
    limits: { drainTimeoutMs: 500 },
    logger: {
      isEnabled: (level) => level === 'error',
      log: (level, event, fields) => level === 'error' && report({ event, fields }),
    },
    now: Date.now,
    random: randomBytes,
  })
  const { port } = server.address
  return {
    node,
    http: `http://127.0.0.1:${port}/some-key`,
    webSocket: `ws://127.0.0.1:${port}/some-key`,
    async close() {
      await server.close()
      service.close()
      node.close()
      if (problems.length > 0) throw new AggregateError(problems, 'the server met problems')
    },
  }
}
