import type { Node } from '../../src/node/node.ts'
import type { ErrorDialect } from '../../src/rpc/errors/errors.ts'
import { serveNode } from './servedNode.ts'

/** A served local chain with its URLs; a problem that the server reported fails `close`. */
export interface ServedChain {
  readonly node: Node
  readonly http: string
  readonly webSocket: string
  close(): Promise<void>
}

export async function serveChain(errors: ErrorDialect = 'rootstock'): Promise<ServedChain> {
  const served = await serveNode({ settings: { errors }, limits: { drainTimeoutMs: 500 } })
  const { node, port, problems } = served
  return {
    node,
    http: `http://127.0.0.1:${port}/some-key`,
    webSocket: `ws://127.0.0.1:${port}/some-key`,
    async close() {
      await served.close()
      if (problems.length > 0) throw new AggregateError(problems, 'the server reported problems')
    },
  }
}
