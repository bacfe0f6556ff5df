import type { Chain } from '../../chain/chain.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { LogQuery } from '../../chain/logs/logQuery.ts'
import type { LogSink } from '../../chain/logs/logSink.ts'
import type { WatchSearch } from '../../chain/logs/searchStep.ts'
import { maximumLogs, TooManyLogs, uncappedBlocks } from '../../chain/logs/tooManyLogs.ts'
import { taggedNumber } from '../../chain/selector.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { WorkMeter } from '../budget/workMeter.ts'
import { unitsOfLogs, unitsOfValues } from '../budget/workPrices.ts'
import {
  blockHashNotFound,
  blockNotFound,
  executionTimeout,
  type RpcError,
  reversedRange,
  searchTooLong,
  tooManyLogs,
} from '../errors/errors.ts'
import type { BlockReference } from '../params/blockReference.ts'
import type { LogFilter } from '../params/logFilter.ts'

/** The part of a node that a search uses. */
interface LogSource {
  readonly network: Network
  readonly chain: Pick<Chain, 'block' | 'searchLogs' | 'searchBlock'> & {
    readonly head: { readonly number: number }
  }
}

/** What a call may use, and where it is counted. */
export interface SearchBudget {
  /** Whether the time of the call is over. */
  readonly isOver: () => boolean
  /** Counts the work of the call, and bounds that of its first try in the main thread. */
  readonly work: WorkMeter
}

/** Reading the receipts of a block takes as long as this many values of the trie, and reading a posting half of one. */
const valuesPerBlock = 2
export const valuesPerPosting = 0.5
/**
 * The most values that a search in a wide range reads, about 200,000 blocks and a second. It bounds searches for terms that many
 * blocks have, but in different logs.
 */
const maximumValues = 400_000

/** A search ended early; the blocks below `next` have been searched. */
class SearchEnded extends Error {
  override readonly name = 'SearchEnded'
  readonly next: number
  /** Whether the same blocks can be searched again: not all of them when the time was over. */
  readonly isRepeatable: boolean

  constructor(next: number, isRepeatable: boolean) {
    super(`the search ended before block ${next}`)
    this.next = next
    this.isRepeatable = isRepeatable
  }
}

/** Gives all logs that a filter matches to a sink, in the order of the chain. */
export function searchLogs(filter: LogFilter, node: LogSource, budget: SearchBudget, sink: LogSink): void {
  const { chain } = node
  if (filter.blockHash !== undefined) {
    const block = chain.block(filter.blockHash)
    if (block === undefined) throw blockHashNotFound(toHex(filter.blockHash), chain.head.number)
    searchBlock(block, filter, chain, budget, sink)
    return
  }
  const fromBlock = numberOf(filter.fromBlock, node)
  const toBlock = numberOf(filter.toBlock, node)
  // A fixed start may be above an end that moves with the chain; two fixed ends in the wrong order are a mistake.
  if (fromBlock > toBlock && !isMoving(filter.toBlock)) throw reversedRange()
  const { addresses, topics } = filter
  searchRange({ fromBlock, toBlock, addresses, topics }, chain, budget, sink)
}

/** Gives the logs of one block of any branch to a sink. */
export function searchBlock(
  block: StoredBlock,
  { addresses, topics }: LogCriterion,
  chain: Pick<Chain, 'searchBlock'>,
  budget: SearchBudget,
  sink: LogSink,
): void {
  const work = new SearchWork(budget, sink)
  try {
    work.step({ next: block.number, blocks: 1 })
    chain.searchBlock(block, { addresses, topics, onStep: work.step }, sink)
  } catch (error) {
    throw error instanceof SearchEnded ? executionTimeout() : error
  }
  work.end()
}

/**
 * Counts the work of a search step by step, and ends it. A first try ends as soon as the logs of the blocks so far make it
 * likely that those left are too much work: a reader thread begins again, so what the try has done is wasted.
 */
class SearchWork {
  readonly #budget: SearchBudget
  readonly #sink: LogSink
  readonly #maximumValues: number
  readonly #before: number
  #counted: number
  #visited = 0
  #read = 0

  constructor(budget: SearchBudget, sink: LogSink, maximumValues = Number.POSITIVE_INFINITY) {
    this.#budget = budget
    this.#sink = sink
    this.#maximumValues = maximumValues
    this.#before = sink.count
    this.#counted = sink.count
  }

  readonly step: WatchSearch = ({ next, postings = 0, blocks = 0 }) => {
    const { isOver, work } = this.#budget
    const isVisit = blocks > 0
    const values = postings * valuesPerPosting + (isVisit ? valuesPerBlock : 0)
    this.end()
    if (!work.withinTry(unitsOfValues(values))) throw executionTimeout()
    this.#read += values
    const maximum = this.#maximumValues
    if (isOver()) throw new SearchEnded(next, false)
    // Twice as much for postings: the range up to a refused visit reads some postings more.
    if (this.#read > (isVisit ? maximum : 2 * maximum)) throw new SearchEnded(next, isVisit)
    if (!isVisit) return
    if (!work.wouldBeWithinTry(this.#unitsOf(blocks - 1))) throw executionTimeout()
    this.#visited++
  }

  /** Counts the logs since the last step. */
  end(): void {
    const { count } = this.#sink
    this.#budget.work.addLogs(count - this.#counted)
    this.#counted = count
  }

  /** The likely work in this many blocks. */
  #unitsOf(blocks: number): number {
    const logsPerBlock = (this.#counted - this.#before) / Math.max(1, this.#visited)
    return blocks * (unitsOfLogs(logsPerBlock) + unitsOfValues(valuesPerBlock))
  }
}

/** Searches up to the best block. A refusal names a range that can be answered. */
export function searchRange(
  query: LogQuery,
  chain: LogSource['chain'],
  budget: SearchBudget,
  sink: LogSink,
): void {
  const { fromBlock } = query
  const toBlock = Math.min(query.toBlock, chain.head.number)
  const isWide = toBlock - fromBlock >= uncappedBlocks
  const maximumCount = isWide ? sink.count + maximumLogs : Number.POSITIVE_INFINITY
  const work = new SearchWork(budget, sink, isWide ? maximumValues : undefined)
  try {
    chain.searchLogs({ ...query, toBlock, maximumCount, onStep: work.step }, sink)
  } catch (error) {
    if (error instanceof TooManyLogs) throw narrower(query, error.blockNumber)
    throw error instanceof SearchEnded ? refusal(fromBlock, error) : error
  }
  work.end()
}

/** Names the blocks that were searched, or half of them if the same work would take too long again. */
function refusal(fromBlock: number, { next, isRepeatable }: SearchEnded): RpcError {
  const searched = next - fromBlock
  const blocks = isRepeatable ? searched : Math.floor(searched / 2)
  if (blocks < 1) return executionTimeout()
  return searchTooLong({ fromBlock: toQuantity(fromBlock), toBlock: toQuantity(fromBlock + blocks - 1) })
}

/** Suggests the range up to the block before the first log too many, or the widest range without a cap. */
function narrower({ fromBlock }: LogQuery, blockNumber: number): RpcError {
  const { toBlock } = new TooManyLogs(fromBlock, blockNumber)
  return tooManyLogs(maximumLogs, { fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock) })
}

/** Whether the reference names another block as the chain grows. */
export const isMoving = ({ selector }: BlockReference): boolean =>
  typeof selector === 'string' && selector !== 'earliest'

/** The height that a reference names, even if no block has it yet. */
export function numberOf({ selector, text }: BlockReference, { chain, network }: LogSource): number {
  if (typeof selector === 'number') return selector
  const latest = chain.head.number
  if (selector === 'latest') return latest
  if (selector === 'pending') return latest + 1
  if (typeof selector === 'string') return taggedNumber(selector, latest, network)
  const block = chain.block(selector)
  if (block === undefined) throw blockNotFound(text, latest)
  return block.number
}
