import { uncappedBlocks } from '../../chain/logs/tooManyLogs.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { bytesToQuantity } from '../../primitives/quantity.ts'
import { after, type Later } from '../../primitives/work/later.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { filterNotFound, limitExceeded } from '../../rpc/errors/errors.ts'
import { changesSince, joinedBlocks, type Position } from '../../rpc/history/changesSince.ts'
import type { Json } from '../../rpc/json/json.ts'
import { discardResult, type Result } from '../../rpc/json/result.ts'
import type { ClientFilters, PendingCursor, PendingNews } from '../../rpc/method/clientFilters.ts'
import type { AskingCall } from '../../rpc/method/methodFacts.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { RangeLogFilter } from '../../rpc/params/logFilter.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { ethFilterNews } from './filterNews.ts'
import type { Filter, FilterStore, OwnedFilter, WeightBounds } from './filterStore.ts'
import { PendingTransactions } from './pendingTransactions.ts'
import { StoredFilters } from './storedFilters.ts'

export interface FiltersParts extends Partial<WeightBounds> {
  readonly store: FilterStore
  readonly random: (length: number) => Uint8Array
  /** How many pending transactions are kept for clients that poll late. */
  readonly pendingTransactions?: number
}

const defaults = { weightPerClient: 1_000, weight: 100_000, pendingTransactions: 10_000 } as const
const runBytes = 16
const idBytes = 16
/** Attempts of one poll: when several processes poll a filter at once, one wins and the others retry. */
const pollAttempts = 20

/** Filters survive a restart if the chain does. */
export const openFilterStore = (
  { lastingStore: store = memoryStore() }: Pick<RpcNode, 'lastingStore'>,
  parts: { readonly now: () => number; readonly report: (error: unknown) => void },
): FilterStore => new StoredFilters({ store, ...parts })

/** Filters that clients poll for what has happened since the last poll; each is visible to its own client only. */
export class Filters implements ClientFilters {
  readonly #node: RpcNode
  readonly #store: FilterStore
  readonly #bounds: WeightBounds
  readonly #random: (length: number) => Uint8Array
  readonly #pending: PendingTransactions
  readonly #unfollow: () => void

  constructor(node: RpcNode, options: FiltersParts) {
    const settings = { ...defaults, ...options }
    this.#node = node
    this.#store = settings.store
    this.#bounds = settings
    this.#random = settings.random
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
  pendingSince(cursor: PendingCursor | undefined): PendingNews {
    return cursor === undefined ? { hashes: [], cursor: this.#pending.cursor } : this.#pending.news(cursor)
  }

  addLogs(client: string, criterion: RangeLogFilter): Later<string> {
    return this.#add(client, { kind: 'logs', criterion, cursor: this.#head })
  }

  addBlocks(client: string): Later<string> {
    return this.#add(client, { kind: 'blocks', cursor: this.#head })
  }

  addPending(client: string): Later<string> {
    return this.#add(client, { kind: 'pending', cursor: this.#pending.cursor })
  }

  /** Returns whether the filter existed. */
  remove(client: string, id: string): Later<boolean> {
    return after(this.#get(client, id), (owned) =>
      owned === undefined ? false : after(this.#store.delete(id), () => true),
    )
  }

  /**
   * Keeps the progress after the news were read, so a poll that fails delivers them again. A process that loses a race for
   * the filter polls again from the position of the winner.
   */
  poll(client: string, id: string, call: AskingCall, attempts = pollAttempts): Later<Result> {
    return after(this.#get(client, id), (owned) => {
      if (owned === undefined) throw filterNotFound()
      return after(this.#news(owned.filter, call), ({ news, next }) => {
        const isKept = this.#store.advance(id, owned, { ...owned, filter: next })
        if (isKept === true) return news
        return after(orDiscard(isKept, news), (isNews) => {
          if (isNews) return news
          if (attempts === 1) throw limitExceeded('polls of a filter at the same time')
          return this.poll(client, id, call, attempts - 1)
        })
      })
    })
  }

  /** What a log filter matches, as the parameter of `eth_getLogs`. */
  criterion(client: string, id: string): Later<Json> {
    return after(this.#get(client, id), criterionOf)
  }

  get #head(): Position {
    const { number, hash } = this.#node.chain.head
    return { number, hash }
  }

  #add(client: string, filter: Filter): Later<string> {
    const id = bytesToQuantity(this.#random(idBytes))
    return after(this.#store.add(id, { client, filter }, this.#bounds), (isAdded) => {
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
      const { hashes, cursor } = this.#pending.news(filter.cursor)
      return { news: hashes.map(toHex), next: cursor === filter.cursor ? filter : { ...filter, cursor } }
    }
    const { chain } = this.#node
    const { cursor } = filter
    if (equalBytes(cursor.hash, chain.head.hash)) return { news: [], next: filter }
    const changes = changesSince(cursor, chain, { maximumJoined: uncappedBlocks })
    if (changes === 'ahead') return { news: [], next: filter }
    if (changes === 'unknown') throw filterNotFound()
    const { number, hash } = changes.tip
    const next = { ...filter, cursor: { number, hash } }
    if (filter.kind === 'blocks') {
      return { news: Array.from(joinedBlocks(changes, chain), (block) => toHex(block.hash)), next }
    }
    const params = [shapeOf(filter.criterion), toHex(cursor.hash), toHex(hash)]
    return after(call.ask(ethFilterNews, params), (news) => ({ news, next }))
  }
}

/** Discards the news that are not delivered, because the progress is not kept. */
async function orDiscard(isKept: Later<boolean>, news: Result): Promise<boolean> {
  let isNews = false
  try {
    isNews = await isKept
    return isNews
  } finally {
    if (!isNews) await discardResult(news)
  }
}

function criterionOf(owned: OwnedFilter | undefined): Json {
  if (owned?.filter.kind !== 'logs') throw filterNotFound()
  return shapeOf(owned.filter.criterion)
}

/** A criterion as the parameter of a read. */
const shapeOf = ({ fromBlock, toBlock, addresses, topics }: RangeLogFilter): Json => ({
  fromBlock: fromBlock.text,
  toBlock: toBlock.text,
  address: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})
