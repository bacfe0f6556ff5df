import type { Log } from '../../evm/log.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { Reader } from '../../store/store.ts'
import type { Blocks } from '../storage/blocks.ts'
import { type LogProfile, profileOf } from '../storage/logFingerprints.ts'
import type { BlockBody } from '../storage/storedBody.ts'
import { candidateBlocks } from './candidates.ts'
import { type LogCriterion, logMatcher } from './criterion.ts'
import { conditionsOf } from './terms.ts'
import { TooManyLogs } from './tooManyLogs.ts'

/** Logs of the canonical chain; both ends of the range are included. */
export interface LogQuery extends LogCriterion {
  readonly fromBlock: number
  readonly toBlock: number
  /** Polled before each block that may hold logs; when it returns true, the search throws `SearchStopped`. */
  readonly shouldStop?: () => boolean
}

/** The caller stopped a search. */
export class SearchStopped extends Error {
  override readonly name = 'SearchStopped'
}

/** A log and where it was emitted. */
export interface FoundLog {
  readonly log: Log
  readonly blockHash: Hash
  readonly blockNumber: number
  readonly transactionHash: Hash
  readonly transactionIndex: number
  /** Position among all logs of the block. */
  readonly logIndex: number
}

interface BlockName {
  readonly number: number
  readonly hash: Hash
}

/** Ranges of up to this many blocks have no limit of logs. */
export const uncappedBlocks = 2_000
/** The most logs in the answer for a wider range. */
export const maximumLogs = 10_000

/** All logs of the query in the order of the chain. Throws `TooManyLogs`. */
export function findLogs(reader: Reader, blocks: Blocks, query: LogQuery): FoundLog[] {
  const fromBlock = Math.max(0, query.fromBlock)
  const toBlock = Math.min(query.toBlock, blocks.head.number)
  if (fromBlock > toBlock) return []
  const isCapped = toBlock - fromBlock + 1 > uncappedBlocks
  const search = searchFor(query)
  const found: FoundLog[] = []
  for (const number of candidateBlocks(reader, conditionsOf(query), fromBlock, toBlock)) {
    if (query.shouldStop?.()) throw new SearchStopped()
    const hash = blocks.expectCanonicalHash(number)
    addLogsMatching(found, { number, hash }, blocks, search)
    if (isCapped && found.length > maximumLogs) {
      throw new TooManyLogs(fromBlock, Math.max(number - 1, fromBlock + uncappedBlocks - 1))
    }
  }
  return found
}

/** The logs of one block of any branch. */
export function logsOfBlock(block: BlockName, blocks: Blocks, criterion: LogCriterion): FoundLog[] {
  const found: FoundLog[] = []
  addLogsMatching(found, block, blocks, searchFor(criterion))
  return found
}

interface LogSearch {
  /** Excludes most other logs before they are decoded. */
  readonly profile: LogProfile
  readonly matches: (log: Log) => boolean
}

const searchFor = (criterion: LogCriterion): LogSearch => ({
  profile: profileOf(criterion.addresses, criterion.topics),
  matches: logMatcher(criterion),
})

/** Does not read headers: decoding them would be most of the work. */
function addLogsMatching(
  found: FoundLog[],
  { number, hash }: BlockName,
  blocks: Blocks,
  { profile, matches }: LogSearch,
): void {
  let body: BlockBody | undefined
  let transactionHash: Hash | undefined
  let hashedIndex = -1
  blocks.storedReceipts(hash).eachLogWith(profile, (log, transactionIndex, logIndex) => {
    if (!matches(log)) return
    body ??= blocks.body(hash)
    if (transactionHash === undefined || transactionIndex !== hashedIndex) {
      transactionHash = body.transactionHash(transactionIndex)
      hashedIndex = transactionIndex
    }
    found.push({ log, blockHash: hash, blockNumber: number, transactionHash, transactionIndex, logIndex })
  })
}
