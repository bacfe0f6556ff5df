import { uncappedBlocks } from '../../chain/logs/tooManyLogs.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { bytesToQuantity } from '../../primitives/quantity.ts'
import { after, type Later } from '../../primitives/work/later.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { filterNotFound, limitExceeded } from '../../rpc/errors/errors.ts'
import type { Json } from '../../rpc/json/json.ts'
import type { Result } from '../../rpc/json/result.ts'
import type { ClientFilters, PendingCursor, PendingNews } from '../../rpc/method/clientFilters.ts'
import type { AskingCall } from '../../rpc/method/methodFacts.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { RangeLogFilter } from '../../rpc/params/logFilter.ts'
import { ethFilterNews } from './filterNews.ts'
import type { Filter, FilterStore, OwnedFilter, PlaceBounds } from './filterStore.ts'
import { MemoryFilters } from './memoryFilters.ts'
import { type BlockCursor, criterionShape, newBlockHashes, progressSince, searchedParts } from './news.ts'
import { type PendingFeed, PendingTransactions } from './pendingTransactions.ts'
import { SharedPoll } from './sharedPoll.ts'
import { StoredFilters } from './storedFilters.ts'
import { newTrail } from './trail.ts'

export interface FiltersParts extends Partial<PlaceBounds> {
  readonly store: FilterStore
  readonly random: (length: number) => Uint8Array
  /** How many pending transactions are kept for clients that poll late. */
  readonly pendingTransactions?: number
  /** The pending transactions of several nodes; those of this one if absent. */
  readonly pending?: PendingFeed | undefined
}

const defaults = { placesPerClient: 1_000, places: 100_000, pendingTransactions: 10_000 } as const
const runBytes = 16
const idBytes = 16

/** Filters survive a restart if the chain does. */
export const openFilterStore = (
  { lastingStore: store }: Pick<RpcNode, 'lastingStore'>,
  parts: { readonly now: () => number; readonly report: (error: unknown) => void },
): FilterStore => (store === undefined ? new MemoryFilters(parts) : new StoredFilters({ store, ...parts }))

/** Filters that clients poll for what has happened since the last poll; each is visible to its own client only. */
export class Filters implements ClientFilters {
  readonly #node: RpcNode
  readonly #store: FilterStore
  readonly #bounds: PlaceBounds
  readonly #random: (length: number) => Uint8Array
  readonly #pending: PendingFeed
  readonly #unfollow: () => void

  constructor(node: RpcNode, options: FiltersParts) {
    const settings = { ...defaults, ...options }
    this.#node = node
    this.#store = settings.store
    this.#bounds = settings
    this.#random = settings.random
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
    return after(this.#pending.cursor, (cursor) => this.#add(client, { kind: 'pending', cursor }))
  }

  /** Returns whether the filter existed. */
  remove(client: string, id: string): Later<boolean> {
    return after(this.#get(client, id), (owned) =>
      owned === undefined ? false : after(this.#store.delete(id), () => true),
    )
  }

  /** A poll that needs a read advances the filter only after the read was answered. */
  poll(client: string, id: string, call: AskingCall): Later<Result> {
    if (this.isShared) {
      const parts = { store: this.#store, pending: this.#pending, node: this.#node, call }
      return new SharedPoll(parts, client, id).answer()
    }
    return after(this.#get(client, id), (owned) => {
      if (owned === undefined) throw filterNotFound()
      return after(this.#news(owned.filter, call), ({ news, next }) => {
        // The client may have removed the filter while its logs were read.
        return after(this.#get(client, id), (present) => {
          if (present !== undefined) this.#store.advance(id, owned, { client, filter: next })
          return news
        })
      })
    })
  }

  /** What a log filter matches, as the parameter of `eth_getLogs`. */
  criterion(client: string, id: string): Later<Json> {
    return after(this.#get(client, id), criterionOf)
  }

  get #head(): BlockCursor {
    const { number, hash } = this.#node.chain.head
    return { number, hash }
  }

  #add(client: string, filter: Filter): Later<string> {
    const hasTrail = this.isShared && filter.kind !== 'pending'
    const owned = { client, filter, ...(hasTrail && { trail: newTrail(this.#node.chain) }) }
    const id = bytesToQuantity(this.#random(idBytes))
    return after(this.#store.add(id, owned, this.#bounds), (isAdded) => {
      if (!isAdded) throw limitExceeded('filters')
      return id
    })
  }

  #get(client: string, id: string): Later<OwnedFilter | undefined> {
    return after(this.#store.get(id), (owned) => (owned?.client === client ? owned : undefined))
  }

  #follow(transactions: readonly Pick<Transaction, 'hash'>[]): void {
    for (const { hash } of transactions) this.#pending.add(hash)
  }

  /** `next` is the same filter when there is no progress. */
  #news(filter: Filter, call: AskingCall): Later<{ readonly news: Result; readonly next: Filter }> {
    if (filter.kind === 'pending') {
      return after(this.#pending.news(filter.cursor), ({ hashes, cursor }) => {
        const next = cursor === filter.cursor ? filter : { ...filter, cursor }
        return { news: hashes.map(toHex), next }
      })
    }
    const { chain } = this.#node
    if (equalBytes(filter.cursor.hash, chain.head.hash)) return { news: [], next: filter }
    const progress = progressSince(filter.cursor, chain, uncappedBlocks)
    const next = { ...filter, cursor: progress.cursor }
    if (filter.kind === 'blocks') return { news: newBlockHashes(progress, chain), next }
    const { criterion } = filter
    const parts = searchedParts(criterion, progress, this.#node)
    // No block can have a log of the filter.
    if (parts === undefined) return { news: [], next }
    return after(call.ask(ethFilterNews, [criterionShape(criterion), ...parts, []]), (news) => ({
      news,
      next,
    }))
  }
}

function criterionOf(owned: OwnedFilter | undefined): Json {
  if (owned?.filter.kind !== 'logs') throw filterNotFound()
  const { fromBlock, toBlock } = owned.filter.criterion
  return { fromBlock: fromBlock.text, toBlock: toBlock.text, ...criterionShape(owned.filter.criterion) }
}
