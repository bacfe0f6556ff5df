import type { Log } from '../../evm/log.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { Reader } from '../../store/store.ts'
import type { Blocks } from '../storage/blocks.ts'
import type { BlockBody } from '../storage/storedBody.ts'
import { candidateBlocks } from './candidates.ts'
import { type LogCriterion, logMatcher } from './criterion.ts'
import { conditionsOf } from './terms.ts'
import { TooManyLogs } from './tooManyLogs.ts'

/** Logs of the canonical chain; both ends of the range are included. */
export interface LogQuery extends LogCriterion {
  readonly fromBlock: number
  readonly toBlock: number
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
  const matches = logMatcher(query)
  const found: FoundLog[] = []
  for (const number of candidateBlocks(reader, conditionsOf(query), fromBlock, toBlock)) {
    // Every number in the index has a canonical block.
    const hash = blocks.canonicalHash(number)!
    for (const log of logsMatching({ number, hash }, blocks, matches)) found.push(log)
    if (isCapped && found.length > maximumLogs) {
      throw new TooManyLogs(fromBlock, Math.max(number - 1, fromBlock + uncappedBlocks - 1))
    }
  }
  return found
}

/** The logs of one block of any branch. */
export const logsOfBlock = (block: BlockName, blocks: Blocks, criterion: LogCriterion): FoundLog[] => [
  ...logsMatching(block, blocks, logMatcher(criterion)),
]

/** Does not read headers: decoding them would be most of the work. */
function* logsMatching(
  { number, hash }: BlockName,
  blocks: Blocks,
  matches: (log: Log) => boolean,
): Generator<FoundLog> {
  let logIndex = 0
  let body: BlockBody | undefined
  for (const [transactionIndex, { logs }] of blocks.receipts(hash).entries()) {
    let transactionHash: Hash | undefined
    for (const log of logs) {
      if (matches(log)) {
        body ??= blocks.body(hash)
        transactionHash ??= body.transactionHash(transactionIndex)
        yield { log, blockHash: hash, blockNumber: number, transactionHash, transactionIndex, logIndex }
      }
      logIndex++
    }
  }
}
