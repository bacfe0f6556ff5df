import type { Chain } from '../../chain/chain.ts'
import {
  type FoundLog,
  type LogQuery,
  maximumLogs,
  SearchStopped,
  uncappedBlocks,
} from '../../chain/logs/logQuery.ts'
import { TooManyLogs } from '../../chain/logs/tooManyLogs.ts'
import { finalizedNumber, safeNumber } from '../../chain/selector.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Deadline } from '../budget/deadline.ts'
import type { WorkMeter } from '../budget/workMeter.ts'
import {
  blockHashNotFound,
  blockNotFound,
  executionTimeout,
  type RpcError,
  reversedRange,
  tooManyLogs,
} from '../errors/errors.ts'
import type { BlockReference } from '../params/block.ts'
import type { LogFilter } from '../params/logFilter.ts'

/** The part of a node that a search uses. */
interface LogSource {
  readonly network: Network
  readonly chain: Pick<Chain, 'block' | 'logs' | 'logsOf'> & { readonly head: { readonly number: number } }
}

/** What a search may use, and where it is counted. */
export interface SearchBudget {
  readonly deadline: Deadline
  readonly work: Pick<WorkMeter, 'addLogs'>
}

/** The next stretch is twice as long after a search of less than 10 ms; the longest stretch takes seconds at most. */
const quickMs = 10
const longestStretch = 64 * uncappedBlocks

/** All logs that a filter matches, in the order of the chain. */
export function searchLogs(filter: LogFilter, node: LogSource, budget: SearchBudget): FoundLog[] {
  const { chain } = node
  if (filter.blockHash !== undefined) {
    const block = chain.block(filter.blockHash)
    if (block === undefined) throw blockHashNotFound(toHex(filter.blockHash))
    const logs = chain.logsOf(block, filter)
    budget.work.addLogs(logs.length)
    return logs
  }
  const fromBlock = numberOf(filter.fromBlock, node)
  const toBlock = numberOf(filter.toBlock, node)
  // A fixed start may be above an end that moves with the chain; two fixed ends in the wrong order are a mistake.
  if (fromBlock > toBlock && !isMoving(filter.toBlock)) throw reversedRange()
  return searchRange(
    { fromBlock, toBlock, addresses: filter.addresses, topics: filter.topics },
    chain,
    budget,
  )
}

/**
 * Searches stretch by stretch and checks the deadline between them and before each block: in a wide range many blocks may
 * hold all terms, but in different logs. Stretches grow while they are fast.
 */
export function searchRange(
  query: LogQuery,
  chain: LogSource['chain'],
  { deadline, work }: SearchBudget,
): FoundLog[] {
  const last = Math.min(query.toBlock, chain.head.number)
  const isCapped = last - query.fromBlock >= uncappedBlocks
  const found: FoundLog[] = []
  let fromBlock = query.fromBlock
  let length = uncappedBlocks
  while (fromBlock <= last) {
    if (deadline.isOver) throw executionTimeout()
    const startedAt = deadline.now()
    const toBlock = Math.min(last, fromBlock + length - 1)
    const shouldStop = (): boolean => deadline.isOver
    const logs = logsOfStretch({ ...query, fromBlock, toBlock, shouldStop }, chain)
    if (logs === undefined) {
      length = uncappedBlocks
      continue
    }
    work.addLogs(logs.length)
    for (const log of logs) found.push(log)
    if (isCapped && found.length > maximumLogs) throw narrower(query, found[maximumLogs]!)
    fromBlock = toBlock + 1
    if (deadline.now() - startedAt < quickMs) length = Math.min(2 * length, longestStretch)
  }
  return found
}

/** Undefined when there are too many logs, which cannot happen in a range without a cap. */
function logsOfStretch(query: LogQuery, chain: LogSource['chain']): FoundLog[] | undefined {
  try {
    return chain.logs(query)
  } catch (error) {
    if (error instanceof TooManyLogs) return undefined
    if (error instanceof SearchStopped) throw executionTimeout()
    throw error
  }
}

/** Suggests the range up to the block before the first log too many, or the widest range without a cap. */
function narrower({ fromBlock }: LogQuery, { blockNumber }: FoundLog): RpcError {
  const toBlock = Math.max(blockNumber - 1, fromBlock + uncappedBlocks - 1)
  return tooManyLogs(maximumLogs, { fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock) })
}

/** Whether the reference names another block as the chain grows. */
export const isMoving = ({ selector }: BlockReference): boolean =>
  typeof selector === 'string' && selector !== 'earliest'

/** The height that a reference names, even if no block has it yet. */
export function numberOf({ selector, text }: BlockReference, { chain, network }: LogSource): number {
  if (typeof selector === 'number') return selector
  if (selector === 'earliest') return 0
  const latest = chain.head.number
  if (selector === 'latest') return latest
  if (selector === 'pending') return latest + 1
  if (selector === 'safe') return safeNumber(latest, network)
  if (selector === 'finalized') return finalizedNumber(latest, network)
  const block = chain.block(selector)
  if (block === undefined) throw blockNotFound(text)
  return block.number
}
