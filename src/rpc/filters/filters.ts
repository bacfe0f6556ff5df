import { uncappedBlocks } from '../../chain/logs/logQuery.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { WorkMeter } from '../budget/workMeter.ts'
import { filterNotFound } from '../errors/errors.ts'
import type { Json } from '../json/json.ts'
import { isMoving, numberOf } from '../logs/logSearch.ts'
import type { RpcNode } from '../node/rpcNode.ts'
import type { RangeLogFilter } from '../params/logFilter.ts'
import { type LogShape, logShapes } from '../shapes/log.ts'
import type { BlockCursor, Filter } from './filter.ts'
import { FilterBook, type FilterBookParts } from './filterBook.ts'
import type { FilterStore } from './filterStore.ts'
import { type PendingCursor, PendingTransactions } from './pendingTransactions.ts'
import { type Progress, progressSince } from './progress.ts'

export type FiltersParts = Pick<FilterBookParts, 'store' | 'random'> &
  Partial<FilterBookParts> & {
    /** How many pending transactions are kept for clients that poll late. */
    readonly pendingTransactions?: number
  }

const defaults = { placesPerClient: 1_000, places: 100_000, pendingTransactions: 10_000 } as const
const runBytes = 16

type LogsFilter = Extract<Filter, { kind: 'logs' }>

/** A search for the news of a filter. */
export interface FilterSearch {
  /** The parameter of `eth_getLogs`. */
  readonly criterion: Json
  readonly onAnswered: () => void
}

const criterionShape = ({ criterion: { addresses, topics } }: LogsFilter) => ({
  address: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})

/** Filters that clients poll for what has happened since the last poll. */
export class Filters {
  readonly #node: RpcNode
  readonly #store: FilterStore
  readonly #book: FilterBook
  readonly #pending: PendingTransactions
  readonly #unfollow: () => void

  constructor(node: RpcNode, options: FiltersParts) {
    const settings = { ...defaults, ...options }
    this.#node = node
    this.#store = settings.store
    this.#book = new FilterBook(settings)
    this.#pending = new PendingTransactions(toHex(settings.random(runBytes)), settings.pendingTransactions)
    // Transactions that are pending at the start are news only to filters of earlier runs.
    for (const { transactions } of node.pool.pendingBySender()) this.#follow(transactions)
    this.#unfollow = node.pool.onPending((transactions) => this.#follow(transactions))
  }

  /** Stops following the pool, and closes the store. */
  close(): void {
    this.#unfollow()
    this.#store.close()
  }

  /** Whether services of other processes answer the same filters. */
  get isShared(): boolean {
    return this.#store.isShared === true
  }

  /** The transactions that have become pending since a cursor, and the next cursor; none without a cursor. */
  pendingSince(cursor: PendingCursor | undefined) {
    return { cursor: this.#pending.cursor, hashes: cursor === undefined ? [] : this.#pending.since(cursor) }
  }

  addLogs(client: string, criterion: RangeLogFilter): string | Promise<string> {
    return this.#book.add(client, { kind: 'logs', criterion, cursor: this.#head })
  }

  addBlocks(client: string): string | Promise<string> {
    return this.#book.add(client, { kind: 'blocks', cursor: this.#head })
  }

  addPending(client: string): string | Promise<string> {
    return this.#book.add(client, { kind: 'pending', cursor: this.#pending.cursor })
  }

  /** Returns whether the filter existed. */
  remove(client: string, id: string): boolean {
    return this.#book.remove(client, id)
  }

  /** What has happened since the last poll; the filter's lifetime starts again. */
  changes(client: string, id: string, work: Pick<WorkMeter, 'addLogs'>): Json[] {
    const filter = this.#book.get(client, id)
    if (filter === undefined) throw filterNotFound()
    const { news, next } = this.#newsOf(filter)
    this.#book.advance(client, id, filter, next)
    if (filter.kind === 'logs') work.addLogs(news.length)
    return news
  }

  /**
   * The news of a log filter as a search, which may run in another thread; undefined when there are none to search for, or
   * when logs of abandoned blocks are among them. The poll counts when `onAnswered` is called.
   */
  search(client: string, id: string): FilterSearch | undefined {
    const filter = this.#book.get(client, id)
    if (filter?.kind !== 'logs') return undefined
    const { abandoned, after, upTo, cursor } = progressSince(filter.cursor, this.#node.chain, uncappedBlocks)
    const [first, last] = this.#range(filter.criterion)
    const fromBlock = Math.max(after + 1, first)
    const toBlock = Math.min(upTo, last)
    if (abandoned.length > 0 || fromBlock > toBlock) return undefined
    const onAnswered = (): void => {
      // It may have been removed meanwhile.
      if (this.#book.get(client, id) !== undefined)
        this.#book.advance(client, id, filter, { ...filter, cursor })
    }
    const range = { fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock) }
    return { criterion: { ...criterionShape(filter), ...range }, onAnswered }
  }

  /** What a log filter matches, as the parameter of `eth_getLogs`. */
  criterion(client: string, id: string): Json {
    const filter = this.#book.get(client, id)
    if (filter?.kind !== 'logs') throw filterNotFound()
    const { fromBlock, toBlock } = filter.criterion
    return { fromBlock: fromBlock.text, toBlock: toBlock.text, ...criterionShape(filter) }
  }

  get #head(): BlockCursor {
    const { number, hash } = this.#node.chain.head
    return { number, hash }
  }

  #follow(transactions: readonly Pick<Transaction, 'hash'>[]): void {
    for (const { hash } of transactions) this.#pending.add(hash)
  }

  /** `next` is the same filter when there is no progress. */
  #newsOf(filter: Filter): { readonly news: Json[]; readonly next: Filter } {
    if (filter.kind === 'pending') {
      if (this.#pending.isNewest(filter.cursor)) return { news: [], next: filter }
      const news = this.#pending.since(filter.cursor).map(toHex)
      return { news, next: { kind: 'pending', cursor: this.#pending.cursor } }
    }
    if (equalBytes(filter.cursor.hash, this.#node.chain.head.hash)) return { news: [], next: filter }
    const progress = progressSince(filter.cursor, this.#node.chain, uncappedBlocks)
    const news = filter.kind === 'blocks' ? this.#blockHashes(progress) : this.#logChanges(filter, progress)
    return { news, next: { ...filter, cursor: progress.cursor } }
  }

  #blockHashes({ after, upTo }: Progress): string[] {
    const hashes: string[] = []
    for (let number = after + 1; number <= upTo; number++) {
      const block = this.#node.chain.select(number)
      if (block !== undefined) hashes.push(toHex(block.hash))
    }
    return hashes
  }

  /** The removed logs of abandoned blocks come first, newest block first. */
  #logChanges({ criterion }: LogsFilter, { abandoned, after, upTo }: Progress): LogShape[] {
    const { chain } = this.#node
    const [first, last] = this.#range(criterion)
    const removed = abandoned
      .filter(({ number }) => number >= first && number <= last)
      .flatMap((block) => logShapes(chain.logsOf(block, criterion), true))
    const { addresses, topics } = criterion
    const fromBlock = Math.max(after + 1, first)
    const toBlock = Math.min(upTo, last)
    return [...removed, ...logShapes(chain.logs({ fromBlock, toBlock, addresses, topics }))]
  }

  /** Fixed ends bound the logs that a filter delivers; ends that move with the chain do not. */
  #range({ fromBlock, toBlock }: RangeLogFilter): readonly [number, number] {
    const first = isMoving(fromBlock) ? 0 : numberOf(fromBlock, this.#node)
    const last = isMoving(toBlock) ? Number.MAX_SAFE_INTEGER : numberOf(toBlock, this.#node)
    return [first, last]
  }
}
