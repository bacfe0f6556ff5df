import { equalBytes, type Hash } from '../primitives/bytes.ts'
import { toQuantity } from '../primitives/quantity.ts'
import type { Network } from '../protocol/networks/network.ts'
import { endpointUrl } from '../remote/endpointUrl.ts'
import { hopsForm, hopsHeader } from '../remote/fleetHeaders.ts'
import type { RemoteAnswer, RemoteCall, RemoteText } from '../remote/jsonAnswers.ts'
import { defaultRemoteLimits, type RemoteLimits } from '../remote/remoteLimits.ts'
import { type RequestTrace, traceHeaders } from '../remote/requestTrace.ts'
import { answersTo, EndpointFault, fromEndpoint, hashFrom, numberFrom, objectFrom } from './answers/fields.ts'
import { headerFrom, requireWork } from './answers/headerFrom.ts'
import { FetchThread } from './fetching/fetchThread.ts'
import { GroupedCalls } from './fetching/groupedCalls.ts'
import type { Fork } from './fork.ts'
import { UpstreamError } from './upstreamError.ts'
import type { UpstreamOptions } from './upstreamOptions.ts'
import { openUpstreamView } from './upstreamView.ts'

/** The client whose call is forwarded. */
interface AskingClient {
  /** The nodes that have forwarded the request. */
  readonly hops?: string | undefined
  readonly trace?: RequestTrace | undefined
}

export interface UpstreamNodeParts {
  readonly network: Network
  readonly genesisHash: Hash
  /** Number of the best block of the local chain. */
  readonly localHead: () => number
  /** Names this process to other nodes, so that they notice a circle: 16 hexadecimal digits. */
  readonly id: string
  /** Receives each problem when it begins, to tell the operator. */
  readonly onProblem: (error: UpstreamError) => void
}

/** Maximum nodes that forward a request one after the other. */
const maximumHops = 8
/** Maximum calls under way. */
const maximumUnderWay = 256
/** Maximum bytes of answers that this thread reads, and of those that it passes on as text. */
const [readBytes, passedBytes] = [8 << 20, 32 << 20]
/** Between two polls of the upstream's best block. */
const pollMs = { behind: 5_000, caughtUp: 30_000 } as const
/** Minimum time between polls that requests for blocks above the best known one cause. */
const minimumPollMs = 1_000
/** Maximum life of a view; it bounds the memory, and the node notices a reorganisation of the upstream. */
const viewLifeMs = 60_000
/** Maximum pause that an upstream may ask for. */
const maximumPauseMs = 600_000

const identityCalls: readonly RemoteCall[] = [
  { method: 'eth_chainId', params: [] },
  { method: 'eth_getBlockByNumber', params: ['0x0', false] },
  { method: 'eth_blockNumber', params: [] },
]

/**
 * Another node of the same network, which answers what the local chain cannot answer yet. The node polls its best block
 * and its network regularly. A height that diverts requests from the local chain is believed only after the upstream has
 * sent that header with valid proof of work.
 */
export class UpstreamNode {
  readonly options: UpstreamOptions
  readonly #parts: UpstreamNodeParts
  readonly #fetcher: FetchThread
  readonly #calls: GroupedCalls
  #timer: NodeJS.Timeout | undefined
  #head: number | undefined
  /** Number of the last best block whose header the upstream has sent with valid proof of work. */
  #provenHead: number | undefined
  #problem: UpstreamError | undefined
  #underWay = 0
  /** The endpoint accepts no requests before. */
  #pausedUntilMs = 0
  #view: { readonly fork: Fork; readonly openedAtMs: number } | undefined
  #opening: Promise<Fork> | undefined
  #proves: boolean | undefined
  #polledAtMs = Number.NEGATIVE_INFINITY
  #isClosed = false

  private constructor(options: UpstreamOptions, parts: UpstreamNodeParts) {
    this.options = options
    this.#parts = parts
    const limits: Partial<RemoteLimits> = {
      attempts: 3,
      attemptMs: options.timeoutMs,
      totalMs: options.timeoutMs,
      maximumAnswerBytes: readBytes,
      maximumTextBytes: passedBytes,
      connections: 2 * defaultRemoteLimits.connections,
    }
    this.#fetcher = new FetchThread({
      url: endpointUrl(options.url),
      limits,
      headers: { [hopsHeader]: parts.id },
    })
    this.#calls = new GroupedCalls((calls, headers) => this.#fetcher.askForTexts(calls, headers))
  }

  /** Rejects with an `UpstreamError` for an endpoint of another network; an unreachable one is polled again later. */
  static async open(options: UpstreamOptions, parts: UpstreamNodeParts): Promise<UpstreamNode> {
    const node = new UpstreamNode(options, parts)
    await node.#poll()
    if (node.#problem?.code === 'wrong-network') {
      node.close()
      throw node.#problem
    }
    node.#pollLater()
    return node
  }

  /** The endpoint without its keys. */
  get shown(): string {
    return this.#fetcher.shown
  }

  /** Number of the best block of the upstream; undefined until it has answered. */
  get head(): number | undefined {
    return this.#head
  }

  /** The problem of the last poll. */
  get problem(): UpstreamError | undefined {
    return this.#problem
  }

  /** Calls that wait for an answer. */
  get underWay(): number {
    return this.#underWay
  }

  /** Whether the local chain is more than `lag` blocks behind. */
  get isAhead(): boolean {
    return this.#head !== undefined && this.#head - this.#parts.localHead() > this.options.lag
  }

  /**
   * The answer to one call as text; a quick call may wait for others in a batch. Rejects with an `UpstreamError`.
   */
  async ask(call: RemoteCall, { hops = '', trace }: AskingClient, isQuick: boolean): Promise<RemoteText> {
    const headers = { [hopsHeader]: this.#hopsAfter(hops), ...traceHeaders(trace) }
    return this.#counted(() => this.#calls.ask(call, headers, isQuick))
  }

  /**
   * The upstream's chain up to its best block. A number above it polls the upstream first. Rejects with an
   * `UpstreamError`.
   */
  async view(number = 0): Promise<Fork> {
    this.#refuse()
    if (number > (this.#head ?? -1)) await this.pollAgain()
    const held = this.#view
    const isFresh = held !== undefined && performance.now() - held.openedAtMs < viewLifeMs
    if (isFresh && held.fork.number >= (this.#head ?? 0)) return held.fork
    this.#opening ??= this.#openView().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Polls the best block unless it was polled a moment ago. */
  async pollAgain(): Promise<void> {
    if (performance.now() - this.#polledAtMs > minimumPollMs) await this.#poll()
  }

  /** Drops the view after a failed read, and whether the upstream gives proofs. */
  dropView(): void {
    this.#view = undefined
    this.#proves = undefined
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#fetcher.close()
  }

  async #openView(): Promise<Fork> {
    if (this.#head === undefined) throw this.#problem ?? this.#error('unreachable', 'cannot be reached')
    const fork = await this.#counted(() =>
      openUpstreamView({
        number: this.#head!,
        network: this.#parts.network,
        asking: this.#fetcher,
        proves: this.#proves,
      }),
    )
    this.#proves = fork.isVerified
    this.#view = { fork, openedAtMs: performance.now() }
    return fork
  }

  async #counted<Result>(ask: () => Promise<Result>): Promise<Result> {
    this.#refuse()
    if (this.#underWay >= maximumUnderWay) {
      throw this.#error('busy', `has ${maximumUnderWay} requests of this node to answer already`)
    }
    this.#underWay++
    try {
      return await ask()
    } catch (error) {
      if (error instanceof UpstreamError && error.waitMs !== undefined) {
        this.#pausedUntilMs = performance.now() + Math.min(error.waitMs, maximumPauseMs)
      }
      throw error
    } finally {
      this.#underWay--
    }
  }

  #refuse(): void {
    if (this.#problem?.code === 'wrong-network') throw this.#problem
    const waitMs = this.#pausedUntilMs - performance.now()
    if (waitMs <= 0) return
    throw this.#error('rate-limited', `accepts no requests for ${Math.ceil(waitMs / 1000)} seconds`)
  }

  #hopsAfter(hops: string): string {
    const { id } = this.#parts
    const before = hopsForm.test(hops) ? hops.split(',') : []
    if (before.includes(id)) throw this.#error('circle', 'leads back to this node')
    if (before.length >= maximumHops)
      throw this.#error('circle', `is node ${maximumHops + 1} of a chain of upstreams`)
    return [...before, id].join(',')
  }

  /** Checks the identity and the best block of the upstream. */
  async #poll(): Promise<void> {
    this.#polledAtMs = performance.now()
    try {
      const answers = await this.#fetcher.ask(identityCalls)
      const number = fromEndpoint(this.shown, () => this.#checked(answers))
      if (number - this.#parts.localHead() > this.options.lag) await this.#requireProven(number)
      this.#head = number
      this.#problem = undefined
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      // An endpoint of another network stays refused until it serves this network.
      if (this.#problem?.code === 'wrong-network') return
      if (error.code !== this.#problem?.code && !this.#isClosed) this.#parts.onProblem(error)
      this.#problem = error
    }
  }

  async #requireProven(number: number): Promise<void> {
    if (this.#provenHead === number) return
    const { network } = this.#parts
    const calls = [{ method: 'eth_getBlockByNumber', params: [toQuantity(number), false] }]
    const [answer] = answersTo(calls, await this.#fetcher.ask(calls))
    fromEndpoint(this.shown, () => {
      const { result } = answer!
      if (result === null) throw new EndpointFault('unproven', `does not have block ${number}, its best one`)
      const header = headerFrom(objectFrom(result, 'block'), network)
      if (header.number !== number) throw new EndpointFault('unproven', `gives another block than ${number}`)
      requireWork(header, network)
    })
    this.#provenHead = number
  }

  #checked(answers: readonly RemoteAnswer[]): number {
    const { network, genesisHash } = this.#parts
    const [chain, genesis, best] = answersTo(identityCalls, answers)
    const chainId = numberFrom(chain!.result, 'chain id')
    if (chainId !== network.chainId) {
      const served = `serves chain ${chainId} and not ${network.chainId}, ${network.name}`
      throw new EndpointFault('wrong-network', served)
    }
    const hash = hashFrom(objectFrom(genesis!.result, 'genesis block')['hash'], 'genesis block')
    if (!equalBytes(hash, genesisHash)) {
      throw new EndpointFault('wrong-network', `has another genesis block than ${network.name}`)
    }
    return numberFrom(best!.result, 'block number')
  }

  #pollLater(): void {
    if (this.#isClosed) return
    const ms = this.isAhead || this.#problem !== undefined ? pollMs.behind : pollMs.caughtUp
    this.#timer = setTimeout(() => void this.#poll().finally(() => this.#pollLater()), ms)
    this.#timer.unref()
  }

  #error(code: UpstreamError['code'], what: string): UpstreamError {
    return new UpstreamError(code, `the endpoint ${this.shown} ${what}`)
  }
}
