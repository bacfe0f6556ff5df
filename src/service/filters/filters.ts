import { uncappedBlocks } from '../../chain/logs/tooManyLogs.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Later } from '../../primitives/work/later.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { filterNotFound } from '../../rpc/errors/errors.ts'
import type { Json } from '../../rpc/json/json.ts'
import { type Answer, DelegatedRead } from '../../rpc/method/callable.ts'
import type { ClientFilters, PendingCursor, PendingNews } from '../../rpc/method/clientFilters.ts'
import type { RpcContext } from '../../rpc/method/context.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { RangeLogFilter } from '../../rpc/params/logFilter.ts'
import type { BlockCursor, Filter } from './filter.ts'
import { FilterBook, type FilterBookParts } from './filterBook.ts'
import { ethFilterNews } from './filterNews.ts'
import type { FilterStore, OwnedFilter } from './filterStore.ts'
import { criterionShape, newBlockHashes, searchedParts } from './news.ts'
import { type PendingFeed, PendingTransactions } from './pendingTransactions.ts'
import { progressSince } from './progress.ts'
import { SharedPoll } from './sharedPoll.ts'
import { newTrail } from './trail.ts'

export type FiltersParts = Pick<FilterBookParts, 'store' | 'random'> &
  Partial<FilterBookParts> & {
    /** How many pending transactions are kept for clients that poll late. */
    readonly pendingTransactions?: number
    /** The pending transactions of several nodes; those of this one if absent. */
    readonly pending?: PendingFeed | undefined
  }

const defaults = { placesPerClient: 1_000, places: 100_000, pendingTransactions: 10_000 } as const
const runBytes = 16

/** Filters that clients poll for what has happened since the last poll. */
export class Filters implements ClientFilters<RpcContext> {
  readonly #node: RpcNode
  readonly #store: FilterStore
  readonly #book: FilterBook
  readonly #pending: PendingFeed
  readonly #unfollow: () => void

  constructor(node: RpcNode, options: FiltersParts) {
    const settings = { ...defaults, ...options }
    this.#node = node
    this.#store = settings.store
    this.#book = new FilterBook(settings)
    this.#pending =
      settings.pending ??
      new PendingTransactions(toHex(settings.random(runBytes)), settings.pendingTransactions)
    // Transactions that are pending at the start are news only to filters of earlier runs.
    for (const { transactions } of node.pool.pendingBySender()) this.#follow(transactions)
    this.#unfollow = node.pool.onPending((transactions) => this.#follow(transactions))
  }

  /** Stops following the pool, and closes the store. */
  close(): void {
    this.#unfollow()
    this.#pending.close()
    this.#store.close()
  }

  /** Whether services of other processes answer the same filters. */
  get isShared(): boolean {
    return this.#store.isShared === true
  }

  /** The transactions that have become pending since a cursor, and the next cursor; none without a cursor. */
  async pendingSince(cursor: PendingCursor | undefined): Promise<PendingNews> {
    return cursor === undefined
      ? { hashes: [], cursor: await this.#pending.cursor }
      : this.#pending.news(cursor)
  }

  addLogs(client: string, criterion: RangeLogFilter): Later<string> {
    return this.#add(client, { kind: 'logs', criterion, cursor: this.#head })
  }

  addBlocks(client: string): Later<string> {
    return this.#add(client, { kind: 'blocks', cursor: this.#head })
  }

  addPending(client: string): Later<string> {
    const { cursor } = this.#pending
    const add = (after: PendingCursor): Later<string> => this.#add(client, { kind: 'pending', cursor: after })
    return cursor instanceof Promise ? cursor.then(add) : add(cursor)
  }

  /** Returns whether the filter existed. */
  remove(client: string, id: string): Later<boolean> {
    return this.#book.remove(client, id)
  }

  /** The poll counts when its read, if it needs one, has been answered. */
  poll(client: string, id: string): Answer | DelegatedRead<RpcContext> {
    if (this.isShared) {
      const parts = { book: this.#book, pending: this.#pending, node: this.#node }
      return new SharedPoll(parts, client, id).read()
    }
    const owned = this.#book.get(client, id)
    if (owned === undefined || owned instanceof Promise) throw filterNotFound()
    return this.#logSearch(client, id, owned) ?? this.#changes(client, id, owned)
  }

  #changes(client: string, id: string, owned: OwnedFilter): Json[] {
    const { news, next } = this.#newsOf(owned.filter)
    this.#book.advance(id, owned, { client, filter: next })
    return news
  }

  /** Undefined when there are no blocks to search for logs. */
  #logSearch(client: string, id: string, owned: OwnedFilter): DelegatedRead<RpcContext> | undefined {
    const { filter } = owned
    if (filter.kind !== 'logs') return undefined
    const progress = progressSince(filter.cursor, this.#node.chain, uncappedBlocks)
    const { cursor } = progress
    const params = searchedParts(filter.criterion, progress, this.#node)
    if (params === undefined) return undefined
    return new DelegatedRead(ethFilterNews, [criterionShape(filter.criterion), ...params, []], (result) => {
      // It may have been removed meanwhile.
      if (this.#book.get(client, id) !== undefined) {
        this.#book.advance(id, owned, { client, filter: { ...filter, cursor } })
      }
      return result
    })
  }

  /** What a log filter matches, as the parameter of `eth_getLogs`. */
  criterion(client: string, id: string): Later<Json> {
    const owned = this.#book.get(client, id)
    return owned instanceof Promise ? owned.then(criterionOf) : criterionOf(owned)
  }

  get #head(): BlockCursor {
    const { number, hash } = this.#node.chain.head
    return { number, hash }
  }

  #add(client: string, filter: Filter): Later<string> {
    const hasTrail = this.isShared && filter.kind !== 'pending'
    return this.#book.add({ client, filter, ...(hasTrail && { trail: newTrail(this.#node.chain) }) })
  }

  #follow(transactions: readonly Pick<Transaction, 'hash'>[]): void {
    for (const { hash } of transactions) this.#pending.add(hash)
  }

  /** `next` is the same filter when there is no progress. */
  #newsOf(filter: Filter): { readonly news: Json[]; readonly next: Filter } {
    if (filter.kind === 'pending') return this.#pendingNews(filter)
    if (equalBytes(filter.cursor.hash, this.#node.chain.head.hash)) return { news: [], next: filter }
    const progress = progressSince(filter.cursor, this.#node.chain, uncappedBlocks)
    const next = { ...filter, cursor: progress.cursor }
    if (filter.kind === 'blocks') return { news: newBlockHashes(progress, this.#node.chain), next }
    // Logs are found by a read.
    return { news: [], next }
  }

  #pendingNews(filter: Extract<Filter, { kind: 'pending' }>): {
    readonly news: Json[]
    readonly next: Filter
  } {
    const found = this.#pending.news(filter.cursor)
    if (found instanceof Promise) throw new Error('pending transactions are shared, but filters are not')
    const { hashes, cursor } = found
    return { news: hashes.map(toHex), next: cursor === filter.cursor ? filter : { kind: 'pending', cursor } }
  }
}

function criterionOf(owned: OwnedFilter | undefined): Json {
  if (owned?.filter.kind !== 'logs') throw filterNotFound()
  const { fromBlock, toBlock } = owned.filter.criterion
  return { fromBlock: fromBlock.text, toBlock: toBlock.text, ...criterionShape(owned.filter.criterion) }
}
