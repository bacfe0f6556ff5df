import type { Fork } from '../upstream/fork.ts'
import { AccountOwners } from './accounts/accountOwners.ts'
import type { LightTry } from './budget/lightTry.ts'
import type { WorkMeter } from './budget/workMeter.ts'
import { inProcess, type RpcClient } from './envelope/answerContext.ts'
import type { DispatcherParts } from './envelope/dispatcher.ts'
import { Envelope } from './envelope/envelope.ts'
import { failureFor } from './envelope/failure.ts'
import { HandOver } from './envelope/handOver.ts'
import { parseBody } from './envelope/parse.ts'
import type { Response } from './envelope/responses.ts'
import { Filters } from './filters/filters.ts'
import { openFilterStore } from './filters/openFilterStore.ts'
import { preparationFor } from './forkPreparation.ts'
import { CallContext, type ClientContext } from './method/callContext.ts'
import type { RpcContext, RpcSettings } from './method/context.ts'
import { developmentMethods } from './modules/development/developmentMethods.ts'
import { methods } from './modules/methods.ts'
import { unsupportedMethods } from './modules/unsupported.ts'
import type { RpcNode } from './node/rpcNode.ts'
import { defaultReaderLimits, ReaderPool } from './readers/readerPool.ts'
import { servedNetwork } from './readers/servedNetwork.ts'
import { Registry } from './registry/registry.ts'
import { WrittenTexts } from './shapes/writtenTexts.ts'
import { Feeds } from './subscriptions/feeds.ts'

export interface RpcServiceParts {
  readonly settings: RpcSettings
  /** Modules and methods that are switched off. */
  readonly disabled?: Iterable<string>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  /** Is told of unforeseen errors. */
  readonly report: (error: unknown) => void
  /** The threads that answer heavy reads; null to answer all in this one. By default the service has one of its own. */
  readonly readers?: ReaderPool | null
  /** Time for the first try of a read in this thread; 0 gives all reads to the readers. */
  readonly lightMs?: number
}

/** Most calls take less; one that takes more pays for the two messages that hand it over. */
const lightMsOfFolder = 1
/**
 * A reader's thread has to ask the thread of a chain in memory for what it reads. Such a chain serves a developer, whose
 * calls come one after the other.
 */
const lightMsOfMemory = 10

/** The nesting of a text's JSON that callers in the same process may use. */
const maximumDepth = 64

/** JSON-RPC over one node, without any transport. */
export class RpcService {
  readonly registry: Registry
  readonly envelope: Envelope<RpcContext>
  readonly #filters: Filters
  readonly #feeds: Feeds
  readonly #settings: RpcSettings
  #closeReaders = () => {}
  #latestContext: ClientContext

  constructor(node: RpcNode, parts: RpcServiceParts) {
    const { settings, disabled = [], now, random, report } = parts
    this.#settings = settings
    const offered = settings.development === undefined ? methods : [...methods, ...developmentMethods]
    this.registry = new Registry(offered, { disabled, unsupported: unsupportedMethods })
    this.envelope = new Envelope({
      methods: this.registry,
      checksGrants: node.local === undefined,
      contextOf: (client, work) => this.#callContext(client, work),
      handOver: this.#openReaders(node, parts),
      prepare: node.fork && this.#preparation(node.fork),
      explain: (error) => failureFor(error, report),
    })
    this.#filters = new Filters(node, { store: openFilterStore(node, { now, report }), random })
    this.#feeds = new Feeds(node)
    this.#latestContext = {
      node,
      filters: this.#filters,
      feeds: this.#feeds,
      texts: new WrittenTexts(node.network, {
        ...settings.development,
        editedRoot: node.chain.editedRoot.bind(node.chain),
      }),
      settings,
      description: this.registry,
      client: '',
      keyName: undefined,
      accountOwners: new AccountOwners(),
      subscriptions: undefined,
      now,
    }
  }

  /** Answers one request by value, never a batch; undefined for a notification. */
  handle(request: unknown, client: RpcClient): Response | undefined | Promise<Response | undefined> {
    return this.envelope.handle(request, client)
  }

  /** Answers the text of a request or a batch; empty for notifications. */
  handleText(text: string, client: RpcClient): string | Promise<string> {
    return this.envelope.answerText(parseBody(text, maximumDepth), inProcess(client))
  }

  /** Stops following the node. Call it before the node is closed, because it saves filters. */
  close(): void {
    this.#closeReaders()
    this.#feeds.close()
    this.#filters.close()
  }

  #openReaders(
    node: RpcNode,
    {
      settings,
      report,
      readers,
      lightMs = node.data.folder ? lightMsOfFolder : lightMsOfMemory,
    }: RpcServiceParts,
  ): HandOver<RpcContext> | undefined {
    // The threads of readers cannot ask the origin of a fork.
    if (readers === null || node.fork !== undefined) return undefined
    const pool = readers ?? new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: report })
    const served = pool.serve(servedNetwork(node, settings))
    this.#closeReaders = () => (readers === undefined ? pool.close() : served.close())
    return new HandOver({
      readers: served,
      head: () => node.chain.head.hash,
      budgetMs: lightMs,
      contextOf: (client, work, light) => this.#callContext(client, work, light),
      errorsOf: ({ errors }) => errors ?? settings.errors,
    })
  }

  #preparation(fork: Fork): DispatcherParts<RpcContext>['prepare'] {
    return ({ method, params }, client) =>
      preparationFor(method, params, {
        fork,
        registry: this.registry,
        contextOf: (work) => this.#callContext(client, work),
      })
  }

  #callContext(client: RpcClient, work: WorkMeter, light?: LightTry): RpcContext {
    return new CallContext(this.#contextOf(client, this.#settings), work, light)
  }

  /** Consecutive requests are often of one client, so the latest context is kept. */
  #contextOf({ name, errors, subscriptions, grants }: RpcClient, settings: RpcSettings): ClientContext {
    const latest = this.#latestContext
    const dialect = errors ?? settings.errors
    const keyName = grants === undefined ? undefined : name
    const isSame =
      latest.client === name &&
      latest.keyName === keyName &&
      latest.subscriptions === subscriptions &&
      latest.settings.errors === dialect
    if (isSame) return latest
    this.#latestContext = {
      ...latest,
      client: name,
      keyName,
      subscriptions,
      settings: { ...settings, errors: dialect },
    }
    return this.#latestContext
  }
}
