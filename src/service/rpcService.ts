import type { LightTry } from '../rpc/budget/lightTry.ts'
import type { WorkMeter } from '../rpc/budget/workMeter.ts'
import { inProcess, type RpcClient } from '../rpc/envelope/answerContext.ts'
import { CallControl } from '../rpc/envelope/callControl.ts'
import { Envelope, type EnvelopeParts } from '../rpc/envelope/envelope.ts'
import { failureFor } from '../rpc/envelope/failure.ts'
import { parseBody, wholeBody } from '../rpc/envelope/request.ts'
import type { Response } from '../rpc/envelope/responses.ts'
import { internalError, nodeClosed } from '../rpc/errors/errors.ts'
import type { Result } from '../rpc/json/result.ts'
import { expectResult } from '../rpc/method/callable.ts'
import { CallContext, type ClientContext } from '../rpc/method/callContext.ts'
import type { RpcContext, RpcSettings } from '../rpc/method/context.ts'
import { developmentMethods } from '../rpc/modules/development/developmentMethods.ts'
import { fleetMethods } from '../rpc/modules/fleet/fleetMethods.ts'
import { methods } from '../rpc/modules/methods.ts'
import { unsupportedMethods } from '../rpc/modules/unsupported.ts'
import { AccountOwners } from '../rpc/node/accountOwners.ts'
import type { RpcNode } from '../rpc/node/rpcNode.ts'
import { Registry } from '../rpc/registry/registry.ts'
import { WrittenTexts } from '../rpc/shapes/writtenTexts.ts'
import type { UpstreamNode } from '../upstream/upstreamNode.ts'
import { Filters, type FiltersParts, openFilterStore } from './filters/filters.ts'
import { runPrepared } from './forkPreparation.ts'
import { Forwarding } from './forwarding/forwarding.ts'
import { UpstreamReader } from './forwarding/upstreamReader.ts'
import { HandOver } from './readers/handOver.ts'
import { defaultReaderLimits, ReaderPool } from './readers/readerPool.ts'
import { servedNetwork } from './readers/servedNetwork.ts'
import { Feeds } from './subscriptions/feeds.ts'
import type { PastRead } from './subscriptions/past.ts'
import { withoutWriter } from './writer/withoutWriter.ts'
import { type OnlyReads, runReading } from './writer/writer.ts'
import { WriterFeeds } from './writer/writerFeeds.ts'

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
  /** Set in a process that serves the folder of another one: what is not stored is asked of that one, if it is known. */
  readonly onlyReads?: OnlyReads | undefined
  /** The filters and pending transactions that several nodes share; those of this node if absent. */
  readonly shared?: Required<Pick<FiltersParts, 'store' | 'pending'>> | undefined
  /** Time for the first try of a read in this thread; 0 gives all reads to the readers. */
  readonly lightMs?: number
  /** The node that answers what this one cannot answer yet; undefined to answer all here. */
  readonly upstream?: UpstreamNode | undefined
}

/** Most calls take less; one that takes more pays for the two messages that hand it over. */
const lightMsOfFolder = 1
/**
 * A reader's thread has to ask the thread of a chain in memory for what it reads, so more calls are worth a try. Others
 * must not wait longer than 5 ms for one.
 */
const lightMsOfMemory = 4

/** The nesting of a text's JSON that callers in the same process may use. */
const maximumDepth = 64

/** What belongs to one chain of the node. */
interface Attached {
  readonly filters: Filters
  readonly feeds: Feeds
  readonly handOver: HandOver<RpcContext> | undefined
  latestContext: ClientContext
}

/** JSON-RPC over one node, without any transport. */
export class RpcService {
  readonly registry: Registry
  readonly envelope: Envelope<RpcContext>
  /** Undefined without an upstream. */
  readonly forwarding: Forwarding | undefined
  readonly #settings: RpcSettings
  readonly #unfollow: (() => void) | undefined
  #closeReaders = () => {}
  #attached: Attached

  constructor(node: RpcNode, parts: RpcServiceParts) {
    const { settings, disabled = [], report, onlyReads } = parts
    this.#settings = settings
    const offered = settings.development === undefined ? methods : [...methods, ...developmentMethods]
    this.registry = new Registry(offered, {
      disabled,
      unsupported: unsupportedMethods,
      internal: fleetMethods,
    })
    this.#attached = this.#attach(node, parts)
    this.forwarding = parts.upstream && this.#forwardTo(parts.upstream, node)
    this.#unfollow = node.onReplaced?.(() => {
      this.#detach()
      this.#attached = this.#attach(node, parts)
    })
    const { forwarding } = this
    const attached = (): Attached => this.#attached
    const readsElsewhere = forwarding !== undefined || onlyReads !== undefined
    const runElsewhere: EnvelopeParts<RpcContext>['runPrepared'] = (request, client, run) => {
      const method = this.registry.find(request.method)
      if (method === undefined || method === 'unavailable') return run()
      const { params } = request
      if (forwarding !== undefined) return forwarding.answer({ method, params, client }, run)
      if (onlyReads !== undefined) return runReading(method, { ...request, client }, run, onlyReads)
      if (node.fork === undefined) return run()
      const contextOf = (work: WorkMeter) => this.#callContext(client, work)
      return runPrepared(method, params, run, { fork: node.fork, contextOf })
    }
    this.envelope = new Envelope({
      methods: this.registry,
      checksGrants: node.network.name !== 'regtest' && node.network.isDevelopment !== true,
      contextOf: (client, work) => this.#callContext(client, work),
      get handOver() {
        return attached().handOver
      },
      // A chain may become a fork, and back.
      get runPrepared() {
        return readsElsewhere || node.fork !== undefined ? runElsewhere : undefined
      },
      explain: (error) => failureFor(error, report),
    })
  }

  /** What is made for the chain of the node, and made again when the node has another. */
  #attach(node: RpcNode, parts: RpcServiceParts): Attached {
    const { settings, now, random, report, onlyReads } = parts
    const { store, pending } = parts.shared ?? { store: openFilterStore(node, { now, report }) }
    const filters = new Filters(node, { store, pending, random })
    const handOver = this.#openReaders(node, parts)
    const readPast = (...read: Parameters<PastRead>) => this.#readPast(handOver, ...read)
    const feeds = new Feeds(node, readPast, onlyReads?.writer && new WriterFeeds(onlyReads.writer))
    const latestContext = {
      node: onlyReads === undefined ? node : withoutWriter(node),
      filters,
      feeds,
      texts: new WrittenTexts(node.network, {
        ...settings.development,
        editedRoot: node.chain.editedRoot.bind(node.chain),
        keptBytes: node.chain.textBytes,
      }),
      settings,
      description: this.registry,
      client: '',
      keyName: undefined,
      accountOwners: new AccountOwners(),
      subscriptions: undefined,
      now,
    }
    return { filters, feeds, latestContext, handOver }
  }

  #detach(): void {
    this.#closeReaders()
    this.#attached.feeds.close()
    this.#attached.filters.close()
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
    this.#unfollow?.()
    this.#detach()
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
      now: () => performance.now(),
    })
  }

  /** Reads what a subscriber has missed as a call of it, in whichever thread has the time. */
  async #readPast(
    handOver: HandOver<RpcContext> | undefined,
    ...[name, params, { name: client }, pace]: Parameters<PastRead>
  ): Promise<Result> {
    if (pace.isGone) throw nodeClosed()
    const method = this.registry.find(name)
    if (method === undefined || method === 'unavailable') throw internalError()
    const control = new CallControl()
    const startedAtMs = performance.now()
    try {
      const request = { ...wholeBody, method: name, params }
      const result =
        handOver?.answer(method, request, { name: client }, control) ??
        expectResult(method.call(params, this.#callContext({ name: client }, control.meter)))
      control.meter.addThreadMs(performance.now() - startedAtMs)
      return await result
    } finally {
      pace.worked(control.meter.work(0))
    }
  }

  #forwardTo(upstream: UpstreamNode, node: RpcNode): Forwarding {
    const reader = new UpstreamReader({
      upstream,
      node,
      contextOf: (client) => this.#contextOf(client, this.#settings),
    })
    return new Forwarding({ upstream, node, reader })
  }

  #callContext(client: RpcClient, work: WorkMeter, light?: LightTry): RpcContext {
    return new CallContext(this.#contextOf(client, this.#settings), work, light)
  }

  /** Consecutive requests are often of one client, so the latest context is kept. */
  #contextOf({ name, errors, subscriptions, grants }: RpcClient, settings: RpcSettings): ClientContext {
    const latest = this.#attached.latestContext
    const dialect = errors ?? settings.errors
    const keyName = grants === undefined ? undefined : name
    const isSame =
      latest.client === name &&
      latest.keyName === keyName &&
      latest.subscriptions === subscriptions &&
      latest.settings.errors === dialect
    if (isSame) return latest
    this.#attached.latestContext = {
      ...latest,
      client: name,
      keyName,
      subscriptions,
      settings: { ...settings, errors: dialect },
    }
    return this.#attached.latestContext
  }
}
