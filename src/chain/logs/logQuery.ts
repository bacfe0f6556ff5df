import type { Hash } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Reader } from '../../store/store.ts'
import type { Blocks } from '../storage/blocks.ts'
import { type FlatLog, flatLog } from '../storage/flatLog.ts'
import { profileOf } from '../storage/logFingerprints.ts'
import type { LogSearch } from '../storage/storedReceipts.ts'
import { candidateBlocks } from './candidates.ts'
import { flatLogMatcher, type LogCriterion } from './criterion.ts'
import type { LogPlace, LogSink } from './logSink.ts'
import { conditionsOf } from './terms.ts'
import { maximumLogs, TooManyLogs, uncappedBlocks } from './tooManyLogs.ts'

/** The wanted logs of a block. */
export interface BlockQuery extends LogCriterion {
  /**
   * Polled before each block that may hold logs, with the number of such blocks that are known to be left, and between logs.
   * The search throws `SearchStopped` when it returns true.
   */
  readonly shouldStop?: (blocksLeft?: number) => boolean
}

/** Logs of the canonical chain; both ends of the range are included. */
export interface LogQuery extends BlockQuery {
  readonly fromBlock: number
  readonly toBlock: number
  /** Maximum number of logs in the sink. By default it depends on the width of the range. */
  readonly maximumCount?: number
}

/** The caller stopped a search. */
export class SearchStopped extends Error {
  override readonly name = 'SearchStopped'
}

interface BlockName {
  readonly number: number
  readonly hash: Hash
}

/** Logs between two questions whether to stop: a fraction of a millisecond. */
const logsPerPoll = 512

/** Gives all logs of the query to a sink, in the order of the chain. Throws `TooManyLogs`. */
export function searchBlocks(reader: Reader, blocks: Blocks, query: LogQuery, sink: LogSink): void {
  const fromBlock = Math.max(0, query.fromBlock)
  const toBlock = Math.min(query.toBlock, blocks.head.number)
  if (fromBlock > toBlock) return
  const { maximumCount = maximumLogsIn(fromBlock, toBlock), shouldStop } = query
  const search = searchFor(query, blocks)
  for (const numbers of candidateBlocks(reader, conditionsOf(query), fromBlock, toBlock)) {
    for (const [index, number] of numbers.entries()) {
      if (shouldStop?.(numbers.length - index)) throw new SearchStopped()
      const hash = blocks.expectCanonicalHash(number)
      addLogsMatching({ number, hash }, blocks, search, sink, shouldStop)
      if (sink.count > maximumCount) throw new TooManyLogs(fromBlock, number)
    }
  }
}

/** Numbers of the canonical blocks, ascending, that may have logs of a criterion. */
export function* blocksWithTerms(
  reader: Reader,
  criterion: LogCriterion,
  fromBlock: number,
  toBlock: number,
): Generator<number, void, undefined> {
  if (fromBlock > toBlock) return
  for (const numbers of candidateBlocks(reader, conditionsOf(criterion), fromBlock, toBlock)) yield* numbers
}

/** Gives the logs of one block of any branch to a sink. */
export function searchBlock(block: BlockName, blocks: Blocks, query: BlockQuery, sink: LogSink): void {
  addLogsMatching(block, blocks, searchFor(query, blocks), sink, query.shouldStop)
}

const maximumLogsIn = (fromBlock: number, toBlock: number): number =>
  toBlock - fromBlock >= uncappedBlocks ? maximumLogs : Number.POSITIVE_INFINITY

function searchFor(criterion: LogCriterion, { network }: Blocks): LogSearch {
  const matches = flatLogMatcher(criterion)
  return {
    profile: profileOf(criterion.addresses, criterion.topics),
    // The contract logs in no other transaction.
    matches:
      network.hidesRemascFrom === undefined ? matches : (log) => !log.has(remascAddress, 0) && matches(log),
  }
}

/** Does not decode headers, which would be most of the work. */
function addLogsMatching(
  { number, hash }: BlockName,
  blocks: Blocks,
  search: LogSearch,
  sink: LogSink,
  shouldStop?: () => boolean,
): void {
  const log: FlatLog = flatLog()
  let place: LogPlace | undefined
  const receipts = blocks.storedReceipts(hash)
  receipts.eachLog(search, log, (transactionIndex, logIndex) => {
    if (place?.transactionIndex !== transactionIndex) {
      const transactionHash = blocks.body(hash).transactionHash(transactionIndex)
      const blockTimestamp = place?.blockTimestamp ?? blocks.timestamp(hash, receipts)
      place = { blockHash: hash, blockNumber: number, blockTimestamp, transactionHash, transactionIndex }
    }
    sink.add(place, logIndex, log)
    if (sink.count % logsPerPoll === 0 && shouldStop?.()) throw new SearchStopped()
  })
}
