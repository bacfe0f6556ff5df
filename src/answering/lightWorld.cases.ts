import { randomBytes } from 'node:crypto'
import type { EndpointPool } from '../light/endpoints/endpointPool.ts'
import { type LightEndpointsOptions, openLightEndpoints } from '../light/openLightEndpoints.ts'
import { type LightHeadersOptions, openLightHeaders } from '../light/openLightHeaders.ts'
import { LightNode } from '../node/light/lightNode.ts'
import type { Node } from '../node/node.ts'
import type { Exchange, Transport } from '../remote/transport.ts'
import { type AnswerContext, inProcess } from '../rpc/envelope/answerContext.ts'
import type { ErrorDialect } from '../rpc/errors/errors.ts'
import { defaultCallSettings } from '../rpc/method/context.ts'
import type { ClientSubscriptions } from '../rpc/method/subscribing.ts'
import { RpcService } from './rpcService.ts'

export interface JsonCall {
  readonly method: string
  readonly params: readonly unknown[]
}

type Outcome = { result?: unknown; error?: unknown }

/** A full node in the same process as an endpoint, whose answers a test may change. */
export class ServedEndpoint implements Transport {
  readonly calls: JsonCall[] = []
  requests = 0
  /** Characters of its answers. */
  characters = 0
  /** Changes the outcome of a call: the entrance for lies. */
  change: (call: JsonCall, outcome: Outcome) => unknown = (_, outcome) => outcome
  /** Methods that it does not have. */
  lacks: ReadonlySet<string> = new Set()
  readonly #service: RpcService

  constructor(service: RpcService) {
    this.#service = service
  }

  reset(): void {
    this.calls.length = 0
    this.requests = 0
    this.characters = 0
  }

  begin(exchange: Exchange): void {
    exchange.connection = { pause() {}, resume() {}, abandon() {} }
    void this.#answer(exchange)
  }

  close(): void {}

  async #answer(exchange: Exchange): Promise<void> {
    this.requests++
    const body = JSON.parse(exchange.question.body)
    const answers: unknown[] = []
    for (const call of Array.isArray(body) ? body : [body]) answers.push(await this.#single(call))
    const text = Buffer.from(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
    this.characters += text.length
    exchange.head(200, new Map())
    exchange.data(text)
    exchange.end()
  }

  async #single(call: JsonCall & { readonly id: unknown }): Promise<unknown> {
    this.calls.push(call)
    if (this.lacks.has(call.method)) {
      return { jsonrpc: '2.0', id: call.id, error: { code: -32601, message: 'method not found' } }
    }
    const { jsonrpc, id, ...outcome } = JSON.parse(await textOf(this.#service, call))
    return { jsonrpc, id, ...(this.change(call, outcome) as Outcome) }
  }
}

async function textOf(
  { envelope }: RpcService,
  body: unknown,
  context: Partial<AnswerContext> = {},
): Promise<string> {
  const whole = { ...inProcess({ name: 'alice' }), ...context }
  return envelope.answerText(envelope.read(body, whole.limits), whole)
}

export const serviceOver = (node: ConstructorParameters<typeof RpcService>[0]): RpcService =>
  new RpcService(node, {
    settings: {
      clientVersion: 'Cambium/test',
      errors: 'rootstock',
      ...defaultCallSettings,
      callTimeoutMs: 600_000,
    },
    now: () => Date.UTC(2025, 0),
    random: randomBytes,
    readers: null,
    report: (error) => console.error(error),
  })

type WorldOptions = Pick<LightHeadersOptions, 'network' | 'anchor' | 'store' | 'nowMs'> & {
  readonly unverified?: ReadonlySet<string>
}

/** A light client over full nodes of the same process, or over HTTP. */
export class LightWorld {
  readonly node: LightNode
  readonly service: RpcService
  readonly endpoints: readonly ServedEndpoint[]
  readonly problems: unknown[]

  private constructor(node: LightNode, endpoints: readonly ServedEndpoint[], problems: unknown[]) {
    this.node = node
    this.service = serviceOver(node)
    this.endpoints = endpoints
    this.problems = problems
  }

  static over(services: readonly RpcService[], options: WorldOptions): Promise<LightWorld> {
    const served = services.map((service) => new ServedEndpoint(service))
    const pool = openLightEndpoints({
      urls: served.map((_, index) => `http://${index}.test`),
      transport: ({ url }) => served[Number(url.hostname.split('.')[0])]!,
    })
    return LightWorld.#open(pool, served, options)
  }

  /** Over HTTP. Rejects when no head can be believed. */
  static overUrls(
    urls: readonly string[],
    { limits, ...options }: WorldOptions & Pick<LightEndpointsOptions, 'limits'>,
  ): Promise<LightWorld> {
    return LightWorld.#open(openLightEndpoints({ urls, limits }), [], options)
  }

  /** Around a light node, which ends with the world. */
  static around(node: LightNode): LightWorld {
    return new LightWorld(node, [], [])
  }

  static async #open(
    endpoints: EndpointPool,
    served: readonly ServedEndpoint[],
    { unverified = new Set(), ...options }: WorldOptions,
  ): Promise<LightWorld> {
    const problems: unknown[] = []
    const onProblem = (error: unknown): void => void problems.push(error)
    const headers = await openLightHeaders({
      endpoints,
      mode: 'linked',
      intervalMs: 0,
      onProblem,
      ...options,
    }).catch((error: unknown) => {
      endpoints.close()
      throw error
    })
    const node = new LightNode({
      headers,
      endpoints,
      unverified,
      clock: () => Math.floor(Date.now() / 1000),
      now: () => performance.now(),
      onError: onProblem,
    })
    return new LightWorld(node, served, problems)
  }

  /** The answer to a call as JSON, with `verified`. */
  async answer(
    method: string,
    params: readonly unknown[],
    errors?: ErrorDialect,
  ): Promise<Outcome & { verified?: string }> {
    let verified: string | undefined
    const text = await textOf(
      this.service,
      { jsonrpc: '2.0', id: 1, method, params },
      {
        client: { name: 'alice', errors },
        restsOn(evidence) {
          verified = evidence
        },
      },
    )
    const { result, error } = JSON.parse(text)
    return { ...(error === undefined ? { result } : { error }), ...(verified && { verified }) }
  }

  async result<Result = unknown>(method: string, ...params: unknown[]): Promise<Result> {
    const { result, error } = await this.answer(method, params)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result as Result
  }

  /** Looks for new blocks of the endpoints, and returns when they are announced. */
  async refresh(): Promise<void> {
    await this.node.headers.refresh()
    await this.node.followed()
  }

  client(subscriptions: ClientSubscriptions) {
    return { name: 'alice', subscriptions }
  }

  close(): void {
    this.service.close()
    this.node.close()
  }
}

/** The answer of a full node to a call. */
export async function fullAnswer(service: RpcService, { method, params }: JsonCall): Promise<Outcome> {
  const { result, error } = JSON.parse(await textOf(service, { jsonrpc: '2.0', id: 1, method, params }))
  return error === undefined ? { result } : { error }
}

/** Closes a full node and its service. */
export function closeFull(node: Node, service: RpcService): void {
  service.close()
  node.close()
}
