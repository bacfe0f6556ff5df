import { type FoundLog, maximumLogs } from '../chain/logs/logQuery.ts'
import { TooManyLogs } from '../chain/logs/tooManyLogs.ts'
import { finalizedNumber, safeNumber } from '../chain/selector.ts'
import { toHex } from '../primitives/hex.ts'
import { toQuantity } from '../primitives/quantity.ts'
import { blockHashNotFound, blockNotFound, reversedRange, tooManyLogs } from './errors.ts'
import type { BlockReference } from './params/block.ts'
import type { LogFilter } from './params/logFilter.ts'
import type { RpcNode } from './rpcNode.ts'

/** All logs of the chain that a filter asks for, in the order of the chain. */
export function searchLogs(filter: LogFilter, node: RpcNode): FoundLog[] {
  const { chain } = node
  if (filter.blockHash !== undefined) {
    const block = chain.block(filter.blockHash)
    if (block === undefined) throw blockHashNotFound(toHex(filter.blockHash))
    return chain.logsOf(block, filter)
  }
  const fromBlock = numberOf(filter.fromBlock, node)
  const toBlock = numberOf(filter.toBlock, node)
  // There may be nothing yet up to a moving end; two fixed ends in the wrong order are a mistake.
  if (fromBlock > toBlock && !isMoving(filter.toBlock)) throw reversedRange()
  try {
    return chain.logs({ fromBlock, toBlock, addresses: filter.addresses, topics: filter.topics })
  } catch (error) {
    throw error instanceof TooManyLogs ? narrower(error) : error
  }
}

const narrower = ({ fromBlock, toBlock }: TooManyLogs) =>
  tooManyLogs(maximumLogs, { fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock) })

/** Whether the block it names changes as the chain grows. */
export const isMoving = ({ selector }: BlockReference): boolean =>
  typeof selector === 'string' && selector !== 'earliest'

/** The height that a reference names, whether or not there is a block yet. */
export function numberOf({ selector, text }: BlockReference, { chain, network }: RpcNode): number {
  if (typeof selector === 'number') return selector
  if (selector === 'earliest') return 0
  const latest = chain.head.number
  if (selector === 'latest') return latest
  if (selector === 'pending') return latest + 1
  if (selector === 'safe') return safeNumber(latest)
  if (selector === 'finalized') return finalizedNumber(latest, network)
  const block = chain.block(selector)
  if (block === undefined) throw blockNotFound(text)
  return block.number
}
