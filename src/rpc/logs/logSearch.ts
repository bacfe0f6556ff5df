import type { Chain } from '../../chain/chain.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { type LogQuery, SearchStopped } from '../../chain/logs/logQuery.ts'
import type { LogSink } from '../../chain/logs/logSink.ts'
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

/** What a search may use, and where it is counted. */
export interface SearchBudget {
  /** Whether the time of the call is over. */
  readonly isOver: () => boolean
  readonly now: () => number
  readonly work: WorkMeter
}

/** Reading the receipts of a block, or the index of a stretch, takes as long as this many values of the trie. */
const valuesPerBlock = 2
/** The next stretch is twice as long after a search of less work; the longest stretch takes seconds at most. */
const quickUnits = 200
const maximumStretchLength = 64 * uncappedBlocks

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
  const shouldStop = stopper(budget, sink)
  if (shouldStop()) throw executionTimeout()
  try {
    chain.searchBlock(block, { addresses, topics, shouldStop }, sink)
  } catch (error) {
    throw error instanceof SearchStopped ? executionTimeout() : error
  }
  shouldStop()
}

/**
 * Polled before each block and between its logs: counts what was read, and says whether the search must end. A first try
 * ends as soon as the logs of the blocks so far make it likely that those left are too much work: a reader thread begins
 * again, so what the try has done is wasted.
 */
function stopper({ isOver, work }: SearchBudget, sink: LogSink): (blocksLeft?: number) => boolean {
  const before = sink.count
  let counted = before
  let blocks = 0
  return (blocksLeft = 1) => {
    const logs = sink.count - counted
    counted = sink.count
    work.addLogs(logs)
    if (!work.withinTry(unitsOfValues(valuesPerBlock)) || isOver()) return true
    const logsPerBlock = (counted - before) / Math.max(1, blocks)
    blocks++
    return !work.wouldBeWithinTry(
      (blocksLeft - 1) * (unitsOfLogs(logsPerBlock) + unitsOfValues(valuesPerBlock)),
    )
  }
}

/**
 * Searches stretch by stretch and checks the deadline between them, before each block and between its logs: in a wide range
 * many blocks may hold all terms, but in different logs. Stretches grow while they are fast.
 */
export function searchRange(
  query: LogQuery,
  chain: LogSource['chain'],
  budget: SearchBudget,
  sink: LogSink,
): void {
  const { work } = budget
  const last = Math.min(query.toBlock, chain.head.number)
  const isCapped = last - query.fromBlock >= uncappedBlocks
  const maximumCount = isCapped ? sink.count + maximumLogs : Number.POSITIVE_INFINITY
  const shouldStop = stopper(budget, sink)
  let fromBlock = query.fromBlock
  let length = uncappedBlocks
  while (fromBlock <= last) {
    if (shouldStop()) throw executionTimeout()
    const before = work.tried
    const toBlock = Math.min(last, fromBlock + length - 1)
    try {
      chain.searchLogs({ ...query, fromBlock, toBlock, maximumCount, shouldStop }, sink)
    } catch (error) {
      if (error instanceof TooManyLogs) throw narrower(query, error.blockNumber)
      if (error instanceof SearchStopped) throw executionTimeout()
      throw error
    }
    fromBlock = toBlock + 1
    if (work.tried - before < quickUnits) length = Math.min(2 * length, maximumStretchLength)
  }
  shouldStop()
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
