import { clientVersion } from '../node/clientVersion.ts'
import { randomBytes } from '../platform/random.ts'
import { hasThreads } from '../platform/runtime.ts'
import { suggestion } from '../primitives/nearest.ts'
import { inProcess, type RpcClient } from '../rpc/envelope/answerContext.ts'
import type { Answerer } from '../rpc/envelope/call.ts'
import { Envelope } from '../rpc/envelope/envelope.ts'
import { type FailureFacts, failureFor } from '../rpc/envelope/failure.ts'
import { parseBody } from '../rpc/envelope/request.ts'
import { namedMethodNotFound, type RpcError } from '../rpc/errors/errors.ts'
import { defaultCallSettings, type RpcSettings, startTime } from '../rpc/method/context.ts'
import { developmentMethods } from '../rpc/modules/development/developmentMethods.ts'
import { fleetMethods } from '../rpc/modules/fleet/fleetMethods.ts'
import { methods } from '../rpc/modules/methods.ts'
import { unsupportedMethods } from '../rpc/modules/unsupported.ts'
import { AccountOwners } from '../rpc/node/accountOwners.ts'
import type { RpcNode } from '../rpc/node/rpcNode.ts'
import { Registry } from '../rpc/registry/registry.ts'
import { WrittenTexts } from '../rpc/shapes/writtenTexts.ts'
import type { FilterStore } from '../service/filters/filterStore.ts'
import { Filters, openFilterStore } from '../service/filters/filters.ts'
import { FleetFilters } from '../service/filters/fleetFilters.ts'
import { ReaderNetwork } from '../service/readers/readerNetwork.ts'
import { defaultReaderLimits, type NetworkReaders, ReaderPool } from '../service/readers/readerPool.ts'
import { Feeds } from '../service/subscriptions/feeds.ts'
import { WriterFeeds } from '../service/writer/writerFeeds.ts'
import type { UpstreamNode } from '../upstream/upstreamNode.ts'
import { besideWriter, type OnlyReads } from './besideWriter.ts'
import { type Circumstances, here } from './here.ts'
import { defaultTryUnits, inThreads } from './inThreads.ts'
import { onFork } from './onFork.ts'
import { onLight } from './onLight.ts'
import { UpstreamCalls } from './upstream/upstreamCalls.ts'
import { UpstreamReader } from './upstream/upstreamReader.ts'
import { withoutWriter } from './withoutWriter.ts'
import { withUpstream } from './withUpstream.ts'

export interface RpcServiceParts {
  /** Those of a node without choices where they are absent. */
  readonly settings?: Partial<RpcSettings>
  /** Modules and methods that are switched off. */
  readonly disabled?: Iterable<string>
  /** Milliseconds since 1970; the clock of the system if absent. */
  readonly now?: () => number
  readonly random?: (length: number) => Uint8Array
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
  readonly sharedFilters?: FilterStore | undefined
  /** Units of work of a read's first try in the main thread; 0 gives all reads to the reader threads. */
  readonly tryUnits?: number
  /** The node that answers what this one cannot answer yet; undefined to answer all here. */
  readonly upstream?: UpstreamNode | undefined
}

/** Maximum characters of an unknown method's name that are compared with known names. */
const maximumName = 100

/** Maximum nesting of JSON text from callers in the same process. */
const maximumDepth = 64

/** The methods of a development chain, which all chains of a process share. */
let developmentRegistry: Registry | undefined

function registryOf(isDevelopment: boolean, disabled: readonly string[]): Registry {
  const options = { disabled, unsupported: unsupportedMethods, internal: fleetMethods }
  if (!isDevelopment) return new Registry(methods, options)
  const offered = [...methods, ...developmentMethods]
  if (disabled.length > 0) return new Registry(offered, options)
  developmentRegistry ??= new Registry(offered, options)
  return developmentRegistry
}

const usualSettings = { ...defaultCallSettings, errors: 'rootstock' } as const

type KnownParts = RpcServiceParts &
  Required<Pick<RpcServiceParts, 'now' | 'random'>> &
  Pick<RpcService, 'settings'>

/** The parts that are made for one chain of the node. */
interface Attached {
  readonly circumstances: Circumstances
  readonly answerer: Answerer
  close(): void
}

/** JSON-RPC over one node, without a transport. */
export class RpcService {
  readonly registry: Registry
  readonly envelope: Envelope
  /** Undefined without an upstream. */
  readonly upstream: UpstreamCalls | undefined
  readonly settings: RpcSettings
  readonly #node: RpcNode
  readonly #parts: KnownParts
  readonly #unfollow: (() => void) | undefined
  #attached: Attached

  constructor(node: RpcNode, given: RpcServiceParts) {
    const { disabled = [], report, upstream } = given
    const settings = { ...usualSettings, clientVersion: clientVersion(), ...given.settings }
    this.settings = settings
    this.#node = node
    this.#parts = { now: Date.now, random: randomBytes, ...given, settings }
    this.registry = registryOf(settings.development !== undefined, [...disabled])
    const reader = upstream && new UpstreamReader(upstream, () => this.#attached.circumstances)
    this.upstream = upstream && reader && new UpstreamCalls({ upstream, node, reader })
    this.#attached = this.#attach()
    this.envelope = new Envelope({
      methods: this.registry,
      answerer: (call) => this.#attached.answerer(call),
      errors: settings.errors,
      refusesOneByOne: settings.development !== undefined,
      checksGrants: node.network.name !== 'regtest' && node.network.isDevelopment !== true,
      unknown: settings.development && ((name) => this.#unknown(name)),
      explain: (error, facts) => failureFor(error, (cause) => report(cause, facts)),
    })
    this.#unfollow = node.onReplaced?.(() => {
      this.#attached.close()
      this.#attached = this.#attach()
    })
  }

  /** Answers the text of a request or a batch; empty for notifications. */
  handleText(text: string, client: RpcClient): string | Promise<string> {
    const context = inProcess(client)
    return this.envelope.answerText(
      this.envelope.read(parseBody(text, maximumDepth), context.limits),
      context,
    )
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
  #attach(): Attached {
    const node = this.#node
    const readers = openReaders(node, this.#parts)
    const { circumstances, close } = this.#circumstances()
    return {
      circumstances,
      answerer: this.#answerer(here(circumstances), readers),
      close() {
        readers?.close()
        close()
      },
    }
  }

  /** Where calls are answered: the one place that decides it for a node. */
  #answerer(inThisThread: Answerer, readers: NetworkReaders | undefined): Answerer {
    const { onlyReads, tryUnits = defaultTryUnits } = this.#parts
    const { fork, light, chain } = this.#node
    if (light !== undefined) return onLight(inThisThread, light)
    if (fork !== undefined) return onFork(inThisThread, fork, this.#node)
    const threads = readers && { readers, tryUnits, head: () => chain.head.hash }
    const local = threads === undefined ? inThisThread : inThreads(inThisThread, threads)
    if (this.upstream !== undefined) return withUpstream(local, this.upstream, this.#node)
    return onlyReads === undefined ? local : besideWriter(local, onlyReads)
  }

  #circumstances(): { readonly circumstances: Circumstances; readonly close: () => void } {
    const node = this.#node
    const { settings, now, random, report, onlyReads, sharedFilters } = this.#parts
    const { chain, network } = node
    const own = openFilterStore(node, { now, report })
    const store = sharedFilters === undefined ? own : new FleetFilters(sharedFilters, own)
    const filters = new Filters(node, { store, random })
    const elsewhere = onlyReads?.writer && new WriterFeeds(onlyReads.writer, report)
    const feeds = new Feeds(node, { elsewhere, report })
    node.light?.prepareLogs(() => feeds.hasLogSubscribers)
    const editedRoot = chain.editedRoot.bind(chain)
    const texts = new WrittenTexts(network, {
      ...settings.development,
      editedRoot,
      keptBytes: chain.textBytes,
    })
    const circumstances: Circumstances = {
      node: onlyReads === undefined ? node : withoutWriter(node, onlyReads.writer ?? noWriter),
      filters,
      feeds,
      texts,
      description: this.registry,
      accountOwners: new AccountOwners(),
      now,
      settings,
      ownChain:
        settings.development &&
        (({ work, settings }) => ({ node, texts, now, work, settings, isOver: startTime(now, settings) })),
    }
    const close = (): void => {
      feeds.close()
      filters.close()
    }
    return { circumstances, close }
  }
}

/** For a process that does not know the address of its folder's writer. */
const noWriter = { answers: false }

/** Undefined for a fork and a light client, because threads cannot ask endpoints, and where there are no threads. */
function openReaders(node: RpcNode, { settings, report, readers }: KnownParts): NetworkReaders | undefined {
  const asksEndpoints = node.fork !== undefined || node.light !== undefined
  if (readers === null || asksEndpoints || !hasThreads) return undefined
  if (readers !== undefined) return readers.serve(new ReaderNetwork(node, settings))
  const own = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: report })
  return { ...own.serve(new ReaderNetwork(node, settings)), close: () => own.close() }
}
