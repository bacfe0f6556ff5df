import { suggestion } from '../primitives/nearest.ts'
import type { WorkMeter } from '../rpc/budget/workMeter.ts'
import { inProcess, type RpcClient } from '../rpc/envelope/answerContext.ts'
import { Envelope, type Places } from '../rpc/envelope/envelope.ts'
import { type FailureFacts, failureFor } from '../rpc/envelope/failure.ts'
import { parseBody } from '../rpc/envelope/request.ts'
import { namedMethodNotFound, type RpcError } from '../rpc/errors/errors.ts'
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
import { defaultTryUnits, HandOver } from './readers/handOver.ts'
import { defaultReaderLimits, type NetworkReaders, ReaderPool } from './readers/readerPool.ts'
import { servedNetwork } from './readers/servedNetwork.ts'
import { Feeds } from './subscriptions/feeds.ts'
import { pastReader } from './subscriptions/past.ts'
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
  /** Receives unexpected errors, and where they happened. */
  readonly report: (error: unknown, facts?: FailureFacts) => void
  /**
   * The threads that answer heavy reads; null to answer all in the main thread. By default the service has a pool of its
   * own.
   */
  readonly readers?: ReaderPool | null
  /**
   * Set in a process that serves the folder of another process, which it asks for what is not stored, if it knows its
   * address.
   */
  readonly onlyReads?: OnlyReads | undefined
  /** The filters and pending transactions that several nodes share; those of this node if absent. */
  readonly shared?: Required<Pick<FiltersParts, 'store' | 'pending'>> | undefined
  /** Units of work of a read's first try in the main thread; 0 gives all reads to the reader threads. */
  readonly tryUnits?: number
  /** The node that answers what this one cannot answer yet; undefined to answer all here. */
  readonly upstream?: UpstreamNode | undefined
}

/** Maximum characters of an unknown method's name that are compared with known names. */
const maximumName = 100

/** Maximum nesting of JSON text from callers in the same process. */
const maximumDepth = 64

/** The parts that are made for one chain of the node. */
interface Attached {
  /** The members that the contexts of all calls share. */
  readonly shared: Omit<RpcContext, 'settings' | 'client' | 'keyName' | 'subscriptions' | 'work'>
  readonly handOver: HandOver<RpcContext> | undefined
  close(): void
}

/** JSON-RPC over one node, without a transport. */
export class RpcService {
  readonly registry: Registry
  readonly envelope: Envelope<RpcContext>
  /** Undefined without an upstream. */
  readonly forwarding: Forwarding | undefined
  readonly #settings: RpcSettings
  readonly #unfollow: (() => void) | undefined
  #attached: Attached

  readonly #contextOf = ({ name, errors, subscriptions, grants }: RpcClient, work: WorkMeter): RpcContext => {
    const settings = this.#settings
    const { node, filters, feeds, texts, description, accountOwners, now } = this.#attached.shared
    return {
      node,
      filters,
      feeds,
      texts,
      description,
      accountOwners,
      now,
      settings: errors === undefined || errors === settings.errors ? settings : { ...settings, errors },
      client: name,
      keyName: grants === undefined ? undefined : name,
      subscriptions,
      work,
    }
  }

  constructor(node: RpcNode, parts: RpcServiceParts) {
    const { settings, disabled = [], report, onlyReads, upstream } = parts
    this.#settings = settings
    const offered = settings.development === undefined ? methods : [...methods, ...developmentMethods]
    this.registry = new Registry(offered, {
      disabled,
      unsupported: unsupportedMethods,
      internal: fleetMethods,
    })
    this.#attached = this.#attach(node, parts)
    const contextOf = this.#contextOf
    const forwarding =
      upstream &&
      new Forwarding({ upstream, node, reader: new UpstreamReader({ upstream, node, contextOf }) })
    this.forwarding = forwarding
    const readsElsewhere = forwarding !== undefined || onlyReads !== undefined
    const runElsewhere: Places<RpcContext>['runPrepared'] = (request, client, run) => {
      const method = this.registry.find(request.method)
      if (method === undefined || method === 'unavailable') return run()
      const { params } = request
      if (forwarding !== undefined) return forwarding.answer({ method, params, client }, run)
      if (onlyReads !== undefined) return runReading(method, { ...request, client }, run, onlyReads)
      const { fork } = node
      if (fork === undefined) return run()
      return runPrepared(method, params, run, { fork, contextOf: (work) => contextOf(client, work) })
    }
    const places = (): Places<RpcContext> => ({
      handOver: this.#attached.handOver,
      runPrepared: readsElsewhere || node.fork !== undefined ? runElsewhere : undefined,
    })
    this.envelope = new Envelope<RpcContext>(
      {
        methods: this.registry,
        checksGrants: node.network.name !== 'regtest' && node.network.isDevelopment !== true,
        contextOf,
        unknown: settings.development && ((name) => this.#unknown(name)),
        explain: (error, facts) => failureFor(error, (cause) => report(cause, facts)),
      },
      places(),
    )
    this.#unfollow = node.onReplaced?.(() => {
      this.#attached.close()
      this.#attached = this.#attach(node, parts)
      this.envelope.places = places()
    })
  }

  /** Answers the text of a request or a batch; empty for notifications. */
  handleText(text: string, client: RpcClient): string | Promise<string> {
    return this.envelope.answerText(parseBody(text, maximumDepth), inProcess(client))
  }

  #unknown(name: string): RpcError {
    const names = this.registry.answering.map((method) => method.name)
    return namedMethodNotFound(name, suggestion(name.slice(0, maximumName), names))
  }

  /** Stops following the node. Call it before closing the node, because it saves filters. */
  close(): void {
    this.#unfollow?.()
    this.#attached.close()
  }

  /** Makes the parts that belong to the node's chain; called again when the node replaces its chain. */
  #attach(node: RpcNode, parts: RpcServiceParts): Attached {
    const { settings, now, random, report, onlyReads, tryUnits = defaultTryUnits } = parts
    const { chain, network } = node
    const { store, pending } = parts.shared ?? { store: openFilterStore(node, { now, report }) }
    const filters = new Filters(node, { store, pending, random })
    const contextOf = this.#contextOf
    const readers = openReaders(node, parts)
    const handOver =
      readers &&
      new HandOver({
        readers,
        head: () => chain.head.hash,
        tryUnits,
        contextOf,
        errors: settings.errors,
      })
    const elsewhere = onlyReads?.writer && new WriterFeeds(onlyReads.writer, report)
    const readPast = pastReader(this.registry, contextOf, handOver)
    const feeds = new Feeds(node, { readPast, elsewhere, report })
    const editedRoot = chain.editedRoot.bind(chain)
    const shared = {
      node: onlyReads === undefined ? node : withoutWriter(node, onlyReads.writer ?? noWriter),
      filters,
      feeds,
      texts: new WrittenTexts(network, { ...settings.development, editedRoot, keptBytes: chain.textBytes }),
      description: this.registry,
      accountOwners: new AccountOwners(),
      now,
    }
    const close = (): void => {
      readers?.close()
      feeds.close()
      filters.close()
    }
    return { shared, handOver, close }
  }
}

/** For a process that does not know the address of its folder's writer. */
const noWriter = { answers: false }

/** Undefined for a fork: reader threads cannot ask its origin. */
function openReaders(
  node: RpcNode,
  { settings, report, readers }: RpcServiceParts,
): NetworkReaders | undefined {
  if (readers === null || node.fork !== undefined) return undefined
  if (readers !== undefined) return readers.serve(servedNetwork(node, settings))
  const own = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: report })
  return { ...own.serve(servedNetwork(node, settings)), close: () => own.close() }
}
