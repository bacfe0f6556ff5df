import type { Chain } from '../../chain/chain.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { type FoundLog, FoundLogs } from '../../chain/logs/logSink.ts'
import type { SearchStep } from '../../chain/logs/searchStep.ts'
import { maximumLogs } from '../../chain/logs/tooManyLogs.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { unitsOfValues } from '../budget/workPrices.ts'
import { searchTooLong, tooManyLogs } from '../errors/errors.ts'
import { type SearchBudget, searchBlock, valuesPerPosting } from './logSearch.ts'

export interface LatestLogsQuery extends LogCriterion {
  readonly fromBlock: number
  readonly toBlock: number
  readonly maximumLogs: number
  /** Of blocks with a matching log. */
  readonly maximumBlocks: number
  /** Whether a log matches that has one of the topics at any position. */
  readonly anyPosition: boolean
}

type SearchedChain = Pick<Chain, 'blocksWithLogs' | 'searchBlock' | 'select'>

/** Blocks whose index is searched at once; twice as many after each part of the range in which no block matches. */
const searchedBlocks = 1_024
const topicPositions = 4

/** The last logs of a range that match, newest first. A refusal names the part of the range that was searched. */
export function latestLogs(query: LatestLogsQuery, chain: SearchedChain, budget: SearchBudget): FoundLog[] {
  const { fromBlock, toBlock } = query
  const criteria = criteriaOf(query)
  const rangeFrom = (number: number) => ({ fromBlock: toQuantity(number), toBlock: toQuantity(toBlock) })
  const found: FoundLog[] = []
  let blocks = 0
  let length = searchedBlocks
  for (let to = toBlock; to >= fromBlock; ) {
    const from = Math.max(fromBlock, to - length + 1)
    const numbers = blocksIn(from, to, criteria, chain, budget)
    for (const number of numbers) {
      const logs = logsOfBlock(blockAt(number, chain), criteria, chain, budget)
      for (const log of logs) {
        if (found.length === query.maximumLogs) return found
        if (found.length === maximumLogs) throw tooManyLogs(maximumLogs, rangeFrom(number + 1))
        found.push(log)
      }
      if (logs.length > 0 && ++blocks === query.maximumBlocks) return found
      if (budget.isOver()) throw searchTooLong(rangeFrom(number))
    }
    if (budget.isOver()) throw searchTooLong(rangeFrom(from))
    to = from - 1
    if (numbers.length === 0) length *= 2
  }
  return found
}

/** The last matching logs of one block of any branch, the last one first. */
export function latestLogsIn(
  block: StoredBlock,
  query: Omit<LatestLogsQuery, 'fromBlock' | 'toBlock'>,
  chain: SearchedChain,
  budget: SearchBudget,
): FoundLog[] {
  return logsOfBlock(block, criteriaOf(query), chain, budget).slice(0, query.maximumLogs)
}

/** A log matches one of these, by which the index can be searched. */
function criteriaOf({
  addresses,
  topics,
  anyPosition,
}: Omit<LatestLogsQuery, 'fromBlock' | 'toBlock'>): LogCriterion[] {
  const wanted = topics.flat()
  if (!anyPosition || wanted.length === 0) return [{ addresses, topics }]
  return Array.from({ length: topicPositions }, (_, position) => ({
    addresses,
    topics: [...Array.from({ length: position }, () => []), wanted],
  }))
}

/** Numbers of the blocks that may have a matching log, descending. */
function blocksIn(
  fromBlock: number,
  toBlock: number,
  criteria: readonly LogCriterion[],
  chain: SearchedChain,
  { work }: SearchBudget,
): number[] {
  const onStep = ({ postings = 0 }: SearchStep): void => work.add(unitsOfValues(postings * valuesPerPosting))
  const numbers = new Set<number>()
  for (const criterion of criteria) {
    for (const number of chain.blocksWithLogs({ ...criterion, fromBlock, toBlock, onStep }))
      numbers.add(number)
  }
  return [...numbers].sort((one, other) => other - one)
}

function blockAt(number: number, chain: SearchedChain): StoredBlock {
  const block = chain.select(number)
  if (block === undefined) throw new Error(`block ${number} of the best chain is not stored`)
  return block
}

function logsOfBlock(
  block: StoredBlock,
  criteria: readonly LogCriterion[],
  chain: SearchedChain,
  budget: SearchBudget,
): FoundLog[] {
  const logs = new Map<number, FoundLog>()
  for (const criterion of criteria) {
    const found = new FoundLogs()
    searchBlock(block, criterion, chain, budget, found)
    for (const log of found.logs) logs.set(log.logIndex, log)
  }
  return [...logs.values()].sort((one, other) => other.logIndex - one.logIndex)
}
