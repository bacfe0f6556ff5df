import { RpcService, type RpcServiceParts } from '../answering/rpcService.ts'
import { disconnected, ProviderRpcError } from '../node/providerRpcError.ts'
import { EventEmitter } from '../platform/events.ts'
import { randomBytes } from '../platform/random.ts'
import { soon } from '../platform/turns.ts'
import { toQuantity } from '../primitives/quantity.ts'
import type { Evidence } from '../rpc/envelope/answerContext.ts'
import type { ErrorObject } from '../rpc/envelope/responses.ts'
import { RpcError } from '../rpc/errors/errors.ts'
import { plainResult } from '../rpc/json/result.ts'
import type { RpcNode } from '../rpc/node/rpcNode.ts'
import { Subscriptions } from '../service/subscriptions/subscriptions.ts'
import type {
  EventTable,
  ProviderEvents,
  ProviderListening,
  ProviderMessage,
  RequestArguments,
} from './providerTypes.ts'

/** Subscriptions that may exist at once; `eth_subscribe` beyond this number fails. */
const maximumSubscriptions = 10_000

/** A listener for any event; `ProviderListening` gives the types of each event. */
type Listener = (...event: unknown[]) => void

/** The part of an EIP-1193 provider that all nodes of the library have: requests, subscriptions and events. */
export class ServiceProvider<Events extends ProviderEvents & EventTable<Events>> {
  readonly service: RpcService
  readonly #events = new EventEmitter()
  readonly #subscriptions: Subscriptions
  /** Why nothing is answered any more. */
  #end: ProviderRpcError | undefined

  constructor(node: RpcNode, parts: RpcServiceParts) {
    const { random = randomBytes } = parts
    this.service = new RpcService(node, parts)
    this.#subscriptions = new Subscriptions({
      maximum: maximumSubscriptions,
      take: () => () => {},
      random,
      send: (notification) => this.#notify(JSON.parse(notification)),
      onCount: () => {},
    })
    // Deferred, so that the caller can add its listener first.
    soon(() => {
      if (!this.isClosed) this.#events.emit('connect', { chainId: toQuantity(node.network.chainId) })
    })
  }

  get isClosed(): boolean {
    return this.#end !== undefined
  }

  /** Throws when nothing is answered any more. */
  requireOpen(): void {
    if (this.#end !== undefined) throw this.#end
  }

  /** The function by which listeners are added to `self` or removed from it. */
  listening<Self>(change: 'on' | 'once' | 'off', self: Self): ProviderListening<Self, Events> {
    return (name: keyof Events & string, listener: (...event: never) => void) => {
      this.#events[change](name, listener as Listener)
      return self
    }
  }

  isHeard(name: keyof Events & string): boolean {
    return this.#events.listenerCount(name) > 0
  }

  emit<Name extends keyof Events & string>(name: Name, ...event: Events[Name]): void {
    this.#events.emit(name, ...event)
  }

  /** Answers an EIP-1193 request; rejects with a `ProviderRpcError`. */
  async answer(args: unknown, restsOn?: (evidence: Evidence) => void): Promise<unknown> {
    this.requireOpen()
    const { method, params = [] } = requestFrom(args)
    const request = { jsonrpc: '2.0', id: 1, method, params }
    const client = { name: 'library', subscriptions: this.#subscriptions }
    const response = await this.service.envelope.handle(request, client, restsOn)
    if (response === undefined) throw new Error('a request with an id has a response')
    if ('error' in response) throw providerError(response.error)
    try {
      return await plainResult(response.result)
    } catch (error) {
      throw error instanceof RpcError ? providerError(error) : error
    }
  }

  /** Answers nothing from now on. The caller closes the service and the node, and then emits `disconnect`. */
  end(reason = disconnected()): void {
    this.#end = reason
    this.#subscriptions.close()
  }

  #notify({ params }: { readonly params: ProviderMessage['data'] }): void {
    this.#events.emit('message', { type: 'eth_subscription', data: params })
  }
}

function requestFrom(args: unknown): RequestArguments {
  if (typeof args === 'object' && args !== null && 'method' in args && typeof args.method === 'string') {
    return args as RequestArguments
  }
  throw new ProviderRpcError(
    -32_600,
    "a request is an object such as { method: 'eth_blockNumber', params: [] }",
  )
}

/** Turns an error of the JSON-RPC service into that of EIP-1193. */
const providerError = ({ code, message, data, solidityStack }: ErrorObject | RpcError): ProviderRpcError =>
  new ProviderRpcError(code, message, data, solidityStack)
