import type { ErrorDialect, RpcContext, RpcSettings } from './context.ts'
import { Dispatcher, errorResponse, type Response } from './dispatch.ts'
import { failureFor } from './failure.ts'
import { Filters } from './filters/filters.ts'
import { openFilterStore } from './filters/openFilterStore.ts'
import { methods } from './methods.ts'
import { Registry } from './registry.ts'
import { parseRequest } from './requestText.ts'
import type { RpcNode } from './rpcNode.ts'
import { WrittenTexts } from './shapes/writtenTexts.ts'
import { unsupportedMethods } from './unsupported.ts'

export interface RpcServiceOptions {
  readonly settings: RpcSettings
  /** Modules and methods that are switched off. */
  readonly disabled?: Iterable<string>
  readonly maximumBatch?: number
  readonly maximumDepth?: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  /** Hears of errors that nobody foresaw. */
  readonly report: (error: unknown) => void
}

/** Who asks: filters belong to a client, and each may choose how errors are told. */
export interface RpcClient {
  readonly name: string
  readonly errors?: ErrorDialect
}

export type Answer = Response | Response[] | undefined

const defaults = { maximumBatch: 100, maximumDepth: 64 } as const

/** JSON-RPC over one node, without any transport. */
export class RpcService {
  readonly registry: Registry
  readonly #dispatcher: Dispatcher
  readonly #filters: Filters
  readonly #context: Omit<RpcContext, 'client'>
  readonly #maximumDepth: number
  readonly #report: (error: unknown) => void
  #latestContext: RpcContext

  constructor(node: RpcNode, options: RpcServiceOptions) {
    const { settings, now, random, report, disabled = [] } = options
    const { maximumBatch = defaults.maximumBatch, maximumDepth = defaults.maximumDepth } = options
    this.registry = new Registry(methods, { disabled, unsupported: unsupportedMethods })
    this.#dispatcher = new Dispatcher({ registry: this.registry, maximumBatch, report })
    this.#filters = new Filters(node, { store: openFilterStore(node, { now, report }), random })
    const texts = new WrittenTexts(node.network)
    this.#context = { node, filters: this.#filters, texts, settings, modules: this.registry.modules, now }
    this.#latestContext = { ...this.#context, client: '' }
    this.#maximumDepth = maximumDepth
    this.#report = report
  }

  /** Answers a request or a batch; undefined when there is nothing to answer. */
  handle(body: unknown, client: RpcClient): Answer | Promise<Answer> {
    return this.#dispatcher.handle(body, this.#contextOf(client))
  }

  /** Answers one request, never a batch. */
  handleRequest(request: unknown, client: RpcClient): Response | undefined | Promise<Response | undefined> {
    return this.#dispatcher.request(request, this.#contextOf(client))
  }

  /** The same for the text of a request or a batch. */
  handleText(text: string, client: RpcClient): Answer | Promise<Answer> {
    try {
      return this.handle(parseRequest(text, this.#maximumDepth), client)
    } catch (error) {
      return errorResponse(null, failureFor(error, this.#report))
    }
  }

  /** Ends following the node; to be called before the node is closed, for filters that are not saved yet. */
  close(): void {
    this.#filters.close()
  }

  /** Requests of one client come in runs. */
  #contextOf({ name, errors = this.#context.settings.errors }: RpcClient): RpcContext {
    const { client, settings } = this.#latestContext
    if (client !== name || settings.errors !== errors) {
      this.#latestContext = { ...this.#context, client: name, settings: { ...settings, errors } }
    }
    return this.#latestContext
  }
}
