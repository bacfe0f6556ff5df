import type { Hash } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Reader } from '../../store/store.ts'
import type { Blocks } from '../storage/blocks.ts'
import { type FlatLog, flatLog } from '../storage/flatLog.ts'
import { profileOf } from '../storage/logFingerprints.ts'
import type { LogSearch } from '../storage/storedReceipts.ts'
import { candidateBlocks } from './candidates.ts'
import { type LogCriterion, logMatcher } from './criterion.ts'
import type { LogPlace, LogSink } from './logSink.ts'
import type { WatchSearch } from './searchStep.ts'
import { conditionsOf } from './terms.ts'
import { maximumLogs, TooManyLogs, uncappedBlocks } from './tooManyLogs.ts'

/** The wanted logs of a block. */
export interface BlockQuery extends LogCriterion {
  /** Told before postings are read, before each block that may hold logs, and between logs. */
  readonly onStep?: WatchSearch | undefined
}

/** Logs of the canonical chain; both ends of the range are included. */
export interface LogQuery extends BlockQuery {
  readonly fromBlock: number
  readonly toBlock: number
  /** Maximum number of logs in the sink. By default it depends on the width of the range. */
  readonly maximumCount?: number
}

interface BlockName {
  readonly number: number
  readonly hash: Hash
}

/** Logs that are compared between two steps: a fraction of a millisecond. */
const logsPerStep = 512

/** Gives all logs of the query to a sink, in the order of the chain. Throws `TooManyLogs`. */
export function searchBlocks(reader: Reader, blocks: Blocks, query: LogQuery, sink: LogSink): void {
  const fromBlock = Math.max(0, query.fromBlock)
  const toBlock = Math.min(query.toBlock, blocks.head.number)
  if (fromBlock > toBlock) return
  const { maximumCount = maximumLogsIn(fromBlock, toBlock), onStep } = query
  let search: LogSearch | undefined
  for (const numbers of candidatesOf(reader, { ...query, fromBlock, toBlock })) {
    search ??= searchFor(query, blocks)
    for (const [index, number] of numbers.entries()) {
      onStep?.({ next: number, blocks: numbers.length - index })
      const hash = blocks.expectCanonicalHash(number)
      addLogsMatching({ number, hash }, blocks, search, sink, onStep)
      if (sink.count > maximumCount) throw new TooManyLogs(fromBlock, number)
    }
  }
}

/** Numbers of the canonical blocks, ascending, that may have logs of a criterion. */
export function* blocksWithTerms(reader: Reader, query: LogQuery): Generator<number, void, undefined> {
  if (query.fromBlock > query.toBlock) return
  for (const numbers of candidatesOf(reader, query)) yield* numbers
}

/**
 * A condition with more terms than the range has blocks takes longer to look up than the blocks to read, so it only selects
 * among their logs.
 */
function candidatesOf(reader: Reader, query: LogQuery): Generator<readonly number[], void, undefined> {
  const { fromBlock, toBlock, onStep } = query
  const maximumTerms = Math.max(1, toBlock - fromBlock + 1)
  const conditions = conditionsOf(query, maximumTerms)
  return candidateBlocks(reader, { conditions, fromBlock, toBlock, onStep })
}

/** Gives the logs of one block of any branch to a sink. */
export function searchBlock(block: BlockName, blocks: Blocks, query: BlockQuery, sink: LogSink): void {
  addLogsMatching(block, blocks, searchFor(query, blocks), sink, query.onStep)
}

const maximumLogsIn = (fromBlock: number, toBlock: number): number =>
  toBlock - fromBlock >= uncappedBlocks ? maximumLogs : Number.POSITIVE_INFINITY

const searchFor = ({ addresses, topics }: LogCriterion, blocks: Blocks): LogSearch =>
  shownBy(blocks, { profile: profileOf(addresses, topics), matches: logMatcher({ addresses, topics }) })

/** A search without the logs of REMASC where the network hides them; the contract logs in no other transaction. */
export const shownBy = ({ network }: Blocks, { profile, matches }: LogSearch): LogSearch =>
  network.hidesRemascFrom === undefined
    ? { profile, matches }
    : { profile, matches: (log) => !log.has(remascAddress, 0) && matches(log) }

/** Does not decode headers, which would be most of the work. */
function addLogsMatching(
  { number, hash }: BlockName,
  blocks: Blocks,
  { profile, matches }: LogSearch,
  sink: LogSink,
  onStep?: WatchSearch,
): void {
  const log: FlatLog = flatLog()
  let place: LogPlace | undefined
  let compared = 0
  const step = { next: number }
  const matchesInSteps = (flat: FlatLog): boolean => {
    if (++compared % logsPerStep === 0) onStep?.(step)
    return matches(flat)
  }
  const receipts = blocks.storedReceipts(hash)
  receipts.eachLog({ profile, matches: matchesInSteps }, log, (transactionIndex, logIndex) => {
    if (place?.transactionIndex !== transactionIndex) {
      const transactionHash = blocks.transactionHash(hash, transactionIndex)
      const blockTimestamp = place?.blockTimestamp ?? blocks.timestamp(hash, receipts)
      place = { blockHash: hash, blockNumber: number, blockTimestamp, transactionHash, transactionIndex }
    }
    sink.add(place, logIndex, log)
  })
}
