import type { LogQuery } from '../chain/logs/logQuery.ts'
import type { FoundLog } from '../chain/logs/logSink.ts'
import type { LoggedOrigin } from '../chain/logs/logsWithOrigin.ts'
import { uncappedBlocks } from '../chain/logs/tooManyLogs.ts'
import { putHead } from '../chain/storage/canonicalHashes.ts'
import type { Hash } from '../primitives/bytes.ts'
import type { BlockHeader } from '../protocol/headers/header.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { Store } from '../store/store.ts'
import type { BaseValues } from '../trie/trie.ts'
import { fromEndpoint } from './answers/fields.ts'
import { HistoryStore } from './blocks/historyStore.ts'
import { OriginBlocks } from './blocks/originBlocks.ts'
import { maximumProvenBlocks, pastLogs, provenLogs } from './blocks/originLogs.ts'
import type { PastBlock } from './blocks/pastBlock.ts'
import type { ForkCache } from './cache/forkCache.ts'
import type { Fetcher } from './fetching/fetchThread.ts'
import type { MissingValues } from './fetching/missingValues.ts'
import { sourceOf } from './fetching/valueSource.ts'
import { FetchedState } from './state/fetchedState.ts'
import { FetchedStates } from './state/fetchedStates.ts'
import { KeptValues } from './state/keptValues.ts'
import type { StateReading } from './state/need.ts'

type ForkEndpoint = Pick<Fetcher, 'shown' | 'close'>

export interface ForkParts {
  readonly network: Network
  readonly originChainId: number
  readonly block: PastBlock
  /** The endpoint without its keys, and its end. */
  readonly endpoint: ForkEndpoint
  readonly missing: MissingValues
  readonly cache: ForkCache
  readonly reading: StateReading
  /** Whether every value has a proof. */
  readonly isVerified: boolean
  /** Whether headers must have their proof of work; by default if the fork is verified. */
  readonly checksWork?: boolean
}

/** States of the origin that are kept in memory; those of other blocks are read from the cache on disk again. */
const held = { states: 32, headers: 100_000 } as const

/** Another chain up to one block, over which a local chain continues. */
export class Fork implements LoggedOrigin {
  readonly base: BaseValues
  readonly #parts: ForkParts
  #endpoint: ForkEndpoint
  #reading: StateReading
  readonly #blocks: OriginBlocks
  readonly #states: FetchedStates

  constructor(parts: ForkParts) {
    this.#parts = parts
    this.#endpoint = parts.endpoint
    this.#reading = parts.reading
    const { network, block, cache, missing, isVerified, checksWork = isVerified } = parts
    this.#states = new FetchedStates(held, (block) => {
      const values = new KeptValues(block, (...needed) => this.#reading(...needed), cache)
      return new FetchedState({ block, values, missing })
    })
    this.#blocks = new OriginBlocks({
      network,
      cache,
      missing,
      lastNumber: block.block.header.number,
      checksWork,
      onBlock: ({ header }) => this.#states.note(header),
    })
    fromEndpoint(missing.shown, () => this.#blocks.keep(block))
    this.base = this.#states.of(block.block.header)
  }

  get network(): Network {
    return this.#parts.network
  }

  get originChainId(): number {
    return this.#parts.originChainId
  }

  /** The block at which the local chain starts. */
  get header(): BlockHeader {
    return this.#parts.block.block.header
  }

  get number(): number {
    return this.header.number
  }

  get firstNumber(): number {
    return this.number
  }

  get isVerified(): boolean {
    return this.#parts.isVerified
  }

  /** The endpoint without its keys. */
  get shown(): string {
    return this.#endpoint.shown
  }

  /** The store of the local chain, which starts at the fork block. */
  openStore(local: Store): Store {
    local.write((batch) => putHead(batch, this.header.hash))
    return new HistoryStore(local, this.#blocks)
  }

  baseOf(stateRoot: Hash): BaseValues | undefined {
    return this.#states.withRoot(stateRoot)
  }

  /** In ranges that the endpoint answers whole. */
  *logs(query: LogQuery): Generator<FoundLog, void, undefined> {
    const last = Math.min(query.toBlock, this.number)
    for (let { fromBlock } = query; fromBlock <= last; fromBlock += uncappedBlocks) {
      query.onStep?.({ next: fromBlock })
      const toBlock = Math.min(last, fromBlock + uncappedBlocks - 1)
      yield* this.#logsIn({ ...query, fromBlock, toBlock })
    }
  }

  /** In a verified fork, receipts prove the logs of a short range. */
  #logsIn(query: LogQuery): FoundLog[] {
    const { cache, missing, isVerified } = this.#parts
    const { fromBlock, toBlock } = query
    const blocks = this.#blocks
    if (isVerified && toBlock - fromBlock < maximumProvenBlocks) return provenLogs(query, toBlock, blocks)
    return pastLogs(query, { cache, missing, blocks, lastNumber: this.number })
  }

  /** Fetches what a run misses, without blocking this thread. The run must have no side effects. */
  prepare(run: () => void): Promise<void> {
    return this.#parts.missing.prepare(run)
  }

  /** Runs a read: at once if nothing is missing, otherwise after fetching what it misses. */
  attempt<Result>(read: () => Result | Promise<Result>): Result | Promise<Result> {
    return this.#parts.missing.attempt(read)
  }

  /** Asks another endpoint of the same chain from now on. */
  askOther(fetcher: Fetcher, reading: StateReading): void {
    this.#endpoint.close()
    this.#endpoint = fetcher
    this.#reading = reading
    this.#parts.missing.askOther(sourceOf(fetcher))
  }

  close(): void {
    this.#endpoint.close()
    this.#parts.cache.close()
  }
}
