import { randomBytes } from 'node:crypto'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import type { NodeOptions } from '../../src/node/options.ts'
import { defaultCallSettings } from '../../src/rpc/method/context.ts'
import { RpcService } from '../../src/rpc/service.ts'
import { silentLogger } from '../../src/server/log/log.ts'
import { rpcEndpoint } from '../../src/server/networks/rpcEndpoint.ts'
import { openServer } from '../../src/server/server.ts'
import type { ServerLimits } from '../../src/server/settings/serverLimits.ts'

/* A local chain over HTTP and WebSocket, for clients who want traces. */

export interface TracedServiceOptions {
  readonly node?: NodeOptions
  readonly limits?: Partial<ServerLimits>
}

export interface TracedService {
  readonly node: Node
  readonly url: string
  /** Errors that nobody foresaw. */
  readonly reported: unknown[]
  /** The whole answer to a body. */
  post(body: object): Promise<Answer>
  ask(method: string, ...params: unknown[]): Promise<Answer>
  /** The result of a call that succeeds. */
  result<T>(method: string, ...params: unknown[]): Promise<T>
  close(): Promise<void>
}

export interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export const request = (method: string, ...params: unknown[]): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})

export const posting = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

export async function openTracedService({ node: options, limits }: TracedServiceOptions = {}) {
  const reported: unknown[] = []
  const report = (error: unknown): void => void reported.push(error)
  const node = await openNode({ onError: report, ...options })
  const service = new RpcService(node, {
    settings: {
      clientVersion: 'Cambium/test',
      errors: 'rootstock',
      ...defaultCallSettings,
      callGasCap: 1e12,
    },
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
    logger: silentLogger,
    now: Date.now,
    random: randomBytes,
    ...(limits && { limits }),
  })
  const url = `http://127.0.0.1:${server.address.port}`
  const post = async (body: object): Promise<Answer> =>
    (await fetch(url, posting(body))).json() as Promise<Answer>
  const ask = (method: string, ...params: unknown[]): Promise<Answer> => post(request(method, ...params))
  const traced: TracedService = {
    node,
    url,
    reported,
    post,
    ask,
    async result<T>(method: string, ...params: unknown[]) {
      const { result, error } = await ask(method, ...params)
      if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
      return result as T
    },
    async close() {
      await server.close()
      service.close()
      node.close()
    },
  }
  return traced
}
