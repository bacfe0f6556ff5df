import type { Chain } from '../../chain/chain.ts'
import { openChain } from '../../chain/openChain.ts'
import { putHead } from '../../chain/storage/canonicalHashes.ts'
import { putChainStart } from '../../chain/storage/chainStart.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { beliefText } from '../../light/beliefText.ts'
import type { EndpointPool } from '../../light/endpoints/endpointPool.ts'
import type { LightHeaders } from '../../light/lightHeaders.ts'
import type { PendingView } from '../../mining/pendingBlock.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import { defaultTraceLimits } from '../../tracing/run/traceLimits.ts'
import { Traces, TraceText } from '../../tracing/run/traces.ts'
import { HistoryStore } from '../../upstream/blocks/historyStore.ts'
import { readAll } from '../../upstream/blocks/originLogs.ts'
import { MissingValues } from '../../upstream/fetching/missingValues.ts'
import { FetchedStates } from '../../upstream/state/fetchedStates.ts'
import { ProvenNodes } from '../../upstream/state/provenNodes.ts'
import { ProvenState } from '../../upstream/state/provenState.ts'
import { LightBlocks } from './lightBlocks.ts'
import { LightOrigin } from './lightOrigin.ts'
import { pendingView } from './pendingView.ts'
import { SentTransactions } from './sentTransactions.ts'

export interface LightNodeParts {
  readonly headers: LightHeaders
  readonly endpoints: EndpointPool
  /** Methods that are passed on although their answers have no proof. */
  readonly unverified?: ReadonlySet<string>
  /** Seconds since 1970. */
  readonly clock: () => number
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** Memory of the caches: decoded blocks, and trie nodes and code from proofs. */
const [chainBytes, provenBytes] = [32 << 20, 64 << 20]
/** Twice as many headers as the chain keeps in memory, which it does not read here again. */
const heldStates = { states: 1_000, headers: 8_192 } as const
/** Characters of a trace, which is held whole. */
const maximumTraceLength = 64 << 20
/** Blocks that become known to clients at once, so that the receipts of all of them stay in memory. */
const maximumStep = 128
/** Attempts to get the logs of new blocks for subscribers, before the blocks are announced without them. */
const attemptsForLogs = 3

/**
 * A network as a chain of believed headers. Bodies, receipts and states come from endpoints, with proofs, when a call
 * needs them: everything hashes to a value in a header. It has no wallet, miner or peers, and knows of the pools of others what
 * was sent through it.
 */
export class LightNode {
  readonly network: Network
  readonly chain: Chain
  readonly traces: Pick<Traces, 'trace' | 'readCalls' | 'readChanges' | 'limits'>
  readonly data: { readonly store: Store; readonly folder: undefined }
  readonly pool: SentTransactions
  /** For the answerer of a light node. */
  readonly light = this
  readonly #parts: LightNodeParts
  readonly #missing: MissingValues
  readonly #blocks: LightBlocks
  readonly #local: Store
  readonly #unfollow: () => void
  #announced: StoredBlock
  #wantsLogs: () => boolean = () => false
  #following: Promise<void> | undefined
  #isClosed = false

  constructor(parts: LightNodeParts) {
    const { headers, endpoints, clock, now, onError } = parts
    this.#parts = parts
    this.network = headers.network
    this.#missing = new MissingValues({
      shown: 'an endpoint',
      ask: (calls, settle) => endpoints.ask(calls, settle),
    })
    const nodes = new ProvenNodes(provenBytes)
    const states = new FetchedStates(
      heldStates,
      (block) => new ProvenState({ block, nodes, missing: this.#missing }),
    )
    const onHeader = (header: BlockHeader): void => states.note(header)
    this.#blocks = new LightBlocks({ headers, endpoints, missing: this.#missing, now, onHeader })
    this.#local = memoryStore()
    this.#show(headers.head.header)
    const store = new HistoryStore(this.#local, this.#blocks)
    const origin = new LightOrigin(this.#blocks, states)
    this.chain = openChain(
      { store, network: this.network, clock, origin, onListenerError: onError },
      { memory: { cacheBytes: chainBytes } },
    )
    this.data = { store, folder: undefined }
    const limits = { ...defaultTraceLimits, maximumLength: maximumTraceLength }
    this.traces = atOnce(new Traces({ chain: this.chain, limits }), this.#missing)
    this.pool = new SentTransactions(this.chain)
    this.#announced = this.chain.head
    this.#unfollow = headers.onHead(() => this.#followSoon())
  }

  get headers(): LightHeaders {
    return this.#parts.headers
  }

  get endpoints(): EndpointPool {
    return this.#parts.endpoints
  }

  /** What is believed and what is thought of the endpoints, for the operator. */
  get status() {
    const { headers, endpoints } = this.#parts
    const asked = endpoints.endpoints.map(({ shown, standing, reason }) => ({
      url: shown,
      standing,
      /** Why it is not asked; null when it is. */
      reason: reason ?? null,
    }))
    return { belief: beliefText(headers.belief), endpoints: asked }
  }

  get unverified(): ReadonlySet<string> {
    return this.#parts.unverified ?? new Set()
  }

  /**
   * Runs a read, which must have no side effects, until nothing that it needs is missing. At once, if everything is known.
   * Rejects with an `UpstreamError` when no endpoint gives something with its proof.
   */
  attempt<Result>(read: () => Result | Promise<Result>): Result | Promise<Result> {
    return this.#missing.attempt(read)
  }

  /** Has the logs of new blocks ready when they are announced, while the function says that somebody wants them. */
  prepareLogs(wantsLogs: () => boolean): void {
    this.#wantsLogs = wantsLogs
  }

  pending(): PendingView {
    return pendingView(this.chain, this.pool.inExecutionOrder(), this.#parts.clock())
  }

  /** The answerer sends transactions to the endpoints. */
  submit(): never {
    throw new Error('a light node does not keep a pool')
  }

  /** Resolves when all heads so far have been announced. */
  async followed(): Promise<void> {
    while (this.#following !== undefined) await this.#following
  }

  close(): void {
    this.#isClosed = true
    this.#unfollow()
    this.chain.close()
    this.#parts.headers.close()
    this.#parts.endpoints.close()
  }

  #followSoon(): void {
    this.#following ??= this.#follow()
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#following = undefined
      })
  }

  async #follow(): Promise<void> {
    const { headers } = this.#parts
    while (!this.#isClosed && !equalBytes(headers.head.header.hash, this.#blocks.shown.hash)) {
      const next = this.#nextHead()
      if (this.#wantsLogs()) await this.#fetchLogs(next)
      if (this.#isClosed) return
      this.#show(next)
      while (!equalBytes(this.#announced.hash, this.chain.head.hash)) {
        this.#announced = this.chain.announceWritten(this.#announced)
      }
    }
  }

  /** A closed node has no problems. */
  #report(error: unknown): void {
    if (!this.#isClosed) this.#parts.onError(error)
  }

  /** The headers' head, or an ancestor of it a bounded number of blocks above the shown one. */
  #nextHead(): BlockHeader {
    const { headers } = this.#parts
    const { number } = this.#blocks.shown
    const near = headers.at(number + maximumStep)?.header
    return near ?? headers.head.header
  }

  /** The receipts of the blocks between the shown head and the next one, which listeners read without waiting. */
  async #fetchLogs(next: BlockHeader): Promise<void> {
    const hashes = this.#hashesBetween(this.#blocks.shown, next)
    for (let attempt = 1; attempt <= attemptsForLogs; attempt++) {
      try {
        await this.#missing.prepare(() => readAll(hashes, (hash) => this.#blocks.receipts(hash)))
        return
      } catch (error) {
        if (this.#isClosed) return
        if (attempt === attemptsForLogs) this.#report(error)
      }
    }
  }

  #hashesBetween(shown: BlockHeader, next: BlockHeader): Hash[] {
    const { headers } = this.#parts
    const hashes: Hash[] = []
    let left: BlockHeader | undefined = shown
    let joined: BlockHeader | undefined = next
    while (left !== undefined && joined !== undefined && !equalBytes(left.hash, joined.hash)) {
      const fromJoined: boolean = joined.number >= left.number
      const fromLeft: boolean = left.number >= joined.number
      if (fromJoined) hashes.push(joined.hash)
      if (fromLeft) hashes.push(left.hash)
      if (fromJoined) joined = headers.byHash(joined.parentHash)?.header
      if (fromLeft) left = headers.byHash(left.parentHash)?.header
    }
    return hashes
  }

  #show(head: BlockHeader): void {
    const { firstNumber } = this.#parts.headers
    this.#blocks.show(head)
    this.#local.write((batch) => {
      putHead(batch, head.hash)
      if (firstNumber > 1) putChainStart(batch, { number: firstNumber, lowest: firstNumber })
    })
  }
}

/**
 * Traces that are made when they are asked for, not when they are read: while a call runs, the values that it misses are noted. The
 * text of a run that misses one is discarded.
 */
const atOnce = (traces: Traces, missing: MissingValues): LightNode['traces'] => ({
  limits: traces.limits,
  readCalls: (...request) => traces.readCalls(...request),
  readChanges: (...request) => traces.readChanges(...request),
  trace(...request) {
    const pieces: string[] = []
    traces.trace(...request).write((piece) => {
      if (missing.hasCollected) pieces.length = 0
      else pieces.push(piece)
    })
    return new TraceText((write) => {
      for (const piece of pieces) write(piece)
    })
  },
})
