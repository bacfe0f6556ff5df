import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Node } from '../node/node.ts'
import type { NodeOptions } from '../node/nodeOptions.ts'
import { openNode } from '../node/openNode.ts'
import { type AnswerLimits, defaultAnswerLimits, inProcess } from '../rpc/envelope/answerContext.ts'
import type { ErrorObject, Response } from '../rpc/envelope/responses.ts'
import type { ErrorDialect } from '../rpc/errors/errors.ts'
import type { Json } from '../rpc/json/json.ts'
import { plainResult } from '../rpc/json/result.ts'
import { defaultCallSettings } from '../rpc/method/context.ts'
import { RpcService, type RpcServiceParts } from './rpcService.ts'

/* A node with its methods, without a server. */

export const [cow, cow1] = [
  '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826',
  '0x7986b3df570230288501eea3d890bd66948c9b79',
] as const

export interface RpcWorldOptions
  extends Partial<Pick<RpcServiceParts, 'disabled' | 'now' | 'sharedFilters' | 'readers' | 'tryUnits'>> {
  readonly node?: NodeOptions
  readonly errors?: ErrorDialect
  readonly callTimeoutMs?: number
}

export class RpcWorld {
  readonly node: Node
  readonly service: RpcService
  /** Unexpected errors. */
  readonly reported: unknown[] = []

  constructor(
    node: Node,
    {
      errors = 'rootstock',
      disabled,
      sharedFilters,
      readers,
      tryUnits,
      now = Date.now,
      callTimeoutMs = defaultCallSettings.callTimeoutMs,
    }: RpcWorldOptions,
  ) {
    this.node = node
    this.service = new RpcService(node, {
      settings: { clientVersion: 'Cambium/test', errors, ...defaultCallSettings, callTimeoutMs },
      now,
      random: randomBytes,
      report: (error) => this.reported.push(error),
      sharedFilters,
      ...(disabled && { disabled }),
      ...(readers !== undefined && { readers }),
      ...(tryUnits !== undefined && { tryUnits }),
    })
  }

  /** The answer to a request or a batch; undefined for notifications. */
  async answer(body: unknown, limits: Partial<AnswerLimits> = {}): Promise<unknown> {
    const context = inProcess({ name: 'alice' }, { ...defaultAnswerLimits, ...limits })
    const { envelope } = this.service
    const text = await envelope.answerText(envelope.read(body, context.limits), context)
    return text === '' ? undefined : JSON.parse(text)
  }

  async respond(method: string, ...params: Json[]): Promise<Response> {
    const request = { jsonrpc: '2.0', id: 1, method, params }
    const response = await this.service.envelope.handle(request, { name: 'alice' })
    if (response === undefined) throw new Error('a request with an id has a response')
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

  /** Deploys a contract with init code and returns its address. */
  async deploy(data: string): Promise<string> {
    const hash = await this.text('eth_sendTransaction', { from: cow, data, gas: '0x100000' })
    const { status, contractAddress } = Object(await this.result('eth_getTransactionReceipt', hash))
    if (status !== '0x1') throw new Error('the deployment fails')
    return String(contractAddress)
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
