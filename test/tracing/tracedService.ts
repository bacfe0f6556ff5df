import type { Node } from '../../src/node/node.ts'
import type { NodeOptions } from '../../src/node/nodeOptions.ts'
import type { ServerLimits } from '../../src/server/settings/serverLimits.ts'
import type { ReaderPoolOptions } from '../../src/service/readers/readerPool.ts'
import { serveNode } from '../clients/servedNode.ts'

/* A local chain over HTTP and WebSocket, for tests of traces. */

export interface TracedServiceOptions {
  readonly node?: NodeOptions
  readonly limits?: Partial<ServerLimits>
  readonly readers?: Partial<ReaderPoolOptions>
}

export interface TracedService {
  readonly node: Node
  readonly url: string
  /** Errors that the node, the service or the server reported. */
  readonly reported: readonly unknown[]
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

export async function openTracedService({ node: options, limits, readers }: TracedServiceOptions = {}) {
  const served = await serveNode({
    settings: { callGasCap: 1e12 },
    ...(options && { node: options }),
    ...(limits && { limits }),
    ...(readers && { readers }),
  })
  const { node, port, problems: reported } = served
  const url = `http://127.0.0.1:${port}`
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
    close: () => served.close(),
  }
  return traced
}
