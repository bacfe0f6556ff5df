import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Node } from '../node/node.ts'
import { openNode } from '../node/openNode.ts'
import type { NodeOptions } from '../node/options.ts'
import { defaultCallSettings, type ErrorDialect } from './context.ts'
import type { ErrorObject, Response } from './dispatch.ts'
import type { Json } from './json.ts'
import { plainResult } from './result.ts'
import { RpcService, type RpcServiceOptions } from './service.ts'

/* A node with its methods, as tests ask it. */

export const [cow, cow1] = [
  '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826',
  '0x7986b3df570230288501eea3d890bd66948c9b79',
] as const

export interface RpcWorldOptions
  extends Partial<Pick<RpcServiceOptions, 'disabled' | 'maximumBatch' | 'now'>> {
  readonly node?: NodeOptions
  readonly errors?: ErrorDialect
}

export class RpcWorld {
  readonly node: Node
  readonly service: RpcService
  /** Errors that nobody foresaw. */
  readonly reported: unknown[] = []

  constructor(node: Node, { errors = 'rootstock', disabled, maximumBatch, now = Date.now }: RpcWorldOptions) {
    this.node = node
    this.service = new RpcService(node, {
      settings: { clientVersion: 'Cambium/test', errors, ...defaultCallSettings },
      now,
      random: randomBytes,
      report: (error) => this.reported.push(error),
      ...(disabled && { disabled }),
      ...(maximumBatch !== undefined && { maximumBatch }),
    })
  }

  handle(body: unknown, client = 'alice'): ReturnType<RpcService['handle']> {
    return this.service.handle(body, { name: client })
  }

  async respond(method: string, ...params: Json[]): Promise<Response> {
    const response = await this.handle({ jsonrpc: '2.0', id: 1, method, params })
    if (response === undefined || Array.isArray(response)) throw new Error('one request has one response')
    return response
  }

  /** The result of a request that succeeds. */
  async result(method: string, ...params: Json[]): Promise<Json> {
    const response = await this.respond(method, ...params)
    if ('error' in response) throw new Error(`${method}: ${JSON.stringify(response.error)}`)
    return plainResult(response.result)
  }

  /** A result that is text. */
  async text(method: string, ...params: Json[]): Promise<string> {
    const result = await this.result(method, ...params)
    if (typeof result !== 'string') throw new Error(`${method} answers ${JSON.stringify(result)}`)
    return result
  }

  /** The error of a request that fails. */
  async error(method: string, ...params: Json[]): Promise<ErrorObject> {
    const response = await this.respond(method, ...params)
    if (!('error' in response)) throw new Error(`${method} answers ${JSON.stringify(response.result)}`)
    return response.error
  }

  close(): void {
    this.service.close()
    this.node.close()
  }
}

/** A local chain that mines a block per transaction; closed when the test ends. */
export async function openWorld(options: RpcWorldOptions = {}): Promise<RpcWorld> {
  const world = new RpcWorld(await openNode(options.node), options)
  onTestFinished(() => world.close())
  return world
}
