import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { filterNotFound, limitExceeded } from '../../rpc/errors/errors.ts'
import type { Json } from '../../rpc/json/json.ts'
import { discardResult, plainResult, type Result } from '../../rpc/json/result.ts'
import type { AskingCall } from '../../rpc/method/methodFacts.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { LogShape } from '../../rpc/shapes/logShape.ts'
import { ethFilterNews } from './filterNews.ts'
import type { Filter, FilterStore, OwnedFilter } from './filterStore.ts'
import { ethFilterTail } from './filterTail.ts'
import { criterionShape, newBlockHashes, rangeOf, type SearchedParts, searchedParts } from './news.ts'
import type { PendingFeed } from './pendingTransactions.ts'
import { blocksKept, extendedTrail, type Trail, type TrailProgress, trailIn, trailProgress } from './trail.ts'

/** Attempts of one poll: when several processes poll a filter at once, one wins and the others retry. */
const pollAttempts = 20
/**
 * Maximum new blocks of one poll. A filter lives for minutes without a poll, in which a public network has a dozen blocks; a
 * faster chain is delivered in several polls.
 */
const blocksPerPoll = 200

export interface SharedPollParts {
  readonly store: FilterStore
  readonly pending: PendingFeed
  readonly node: RpcNode
  readonly call: AskingCall
}

type LogsFilter = Extract<Filter, { kind: 'logs' }>

/** What is known about a filter before its logs are searched. */
interface LogStep {
  readonly owned: OwnedFilter
  readonly filter: LogsFilter
  readonly progress: TrailProgress
  /** Delivered logs of blocks that this node does not have. */
  readonly undone: readonly LogShape[]
  /** Undefined when no block can have a log of the filter. */
  readonly parts: SearchedParts | undefined
}

/** The answer to a poll, and the filter after it. */
interface News {
  readonly news: Result
  readonly next: OwnedFilter
}

/**
 * One poll of a filter that other processes may poll at the same time. It first reads the newest blocks, whose logs the next
 * process may have to undo (the tail), then all news if the tail does not contain them, and stores the progress last: a poll
 * that fails before that delivers its news again. A process that loses the race retries from the cursor of the winner.
 */
export class SharedPoll {
  readonly #parts: SharedPollParts
  readonly #client: string
  readonly #id: string
  #attempts = 0

  constructor(parts: SharedPollParts, client: string, id: string) {
    this.#parts = parts
    this.#client = client
    this.#id = id
  }

  async answer(): Promise<Result> {
    while (this.#attempts++ < pollAttempts) {
      const owned = await this.#parts.store.get(this.#id)
      if (owned?.client !== this.#client) throw filterNotFound()
      const { filter } = owned
      const found =
        filter.kind === 'pending' ? await this.#pendingNews(owned, filter) : this.#news(owned, filter)
      const { news, next } = 'progress' in found ? await this.#logNews(found) : found
      try {
        if (await this.#parts.store.advance(this.#id, owned, next)) return news
      } catch (error) {
        await discardResult(news)
        throw error
      }
      await discardResult(news)
    }
    throw limitExceeded('polls of a filter at the same time')
  }

  async #pendingNews(owned: OwnedFilter, filter: Extract<Filter, { kind: 'pending' }>): Promise<News> {
    const { hashes, cursor } = await this.#parts.pending.news(filter.cursor)
    const next = cursor === filter.cursor ? owned : { ...owned, filter: { ...filter, cursor } }
    return { news: hashes.map(toHex), next }
  }

  /** `next` is the same when there is no news. */
  #news(owned: OwnedFilter, filter: Exclude<Filter, { kind: 'pending' }>): LogStep | News {
    const { node } = this.#parts
    const progress = trailProgress(filter.cursor, owned.trail ?? [], node.chain, blocksPerPoll)
    if (progress === undefined || isStill(progress)) return { news: [], next: owned }
    if (filter.kind === 'blocks') {
      const added = joinedBlocks(progress, node)
      return { news: newBlockHashes(progress, node.chain), next: nextOf(owned, filter, progress, added) }
    }
    const undone = progress.unknown.flatMap(({ logs }) => logs.map((log) => ({ ...log, removed: true })))
    return { owned, filter, progress, undone, parts: searchedParts(filter.criterion, progress, node) }
  }

  #tailOf({ filter, progress: { after, upTo, cursor } }: LogStep): readonly Json[] {
    const [first, last] = rangeOf(filter.criterion, this.#parts.node)
    return [
      criterionShape(filter.criterion),
      after >= upTo ? null : toHex(cursor.hash),
      toQuantity(Math.max(after + 1, upTo - blocksKept + 1)),
      toQuantity(first),
      toQuantity(last),
    ]
  }

  async #logNews(step: LogStep): Promise<News> {
    const { call } = this.#parts
    const { owned, filter, undone, parts, progress } = step
    const tail = trailIn(await plainResult(await call.ask(ethFilterTail, this.#tailOf(step))))
    const next = nextOf(owned, filter, progress, tail)
    const isWhole = tail.length === progress.upTo - progress.after
    const leaves = parts !== undefined && parts[0] !== null
    if (parts === undefined || (isWhole && !leaves)) {
      return { news: [...undone, ...tail.flatMap(({ logs }) => logs)], next }
    }
    return { news: await call.ask(ethFilterNews, [criterionShape(filter.criterion), ...parts, undone]), next }
  }
}

const isStill = ({ unknown, abandoned, after, upTo }: TrailProgress): boolean =>
  unknown.length === 0 && abandoned.length === 0 && after >= upTo

/** `added` ends with the newest delivered block. The kept trail is dropped when blocks are missing between the two. */
function nextOf(
  owned: OwnedFilter,
  filter: Exclude<Filter, { kind: 'pending' }>,
  { kept, cursor, after, upTo }: TrailProgress,
  added: Trail,
): OwnedFilter {
  const isContinued = added.length === Math.max(0, upTo - after)
  return { ...owned, filter: { ...filter, cursor }, trail: extendedTrail(isContinued ? kept : [], added) }
}

function joinedBlocks({ after, upTo }: TrailProgress, { chain }: RpcNode): Trail {
  const blocks: Trail[number][] = []
  for (let number = Math.max(after + 1, upTo - blocksKept + 1); number <= upTo; number++) {
    const block = chain.select(number)
    if (block !== undefined) blocks.push({ number, hash: block.hash, logs: [] })
  }
  return blocks
}
