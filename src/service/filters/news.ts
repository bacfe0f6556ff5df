import type { Chain } from '../../chain/chain.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { isMoving, numberOf } from '../../rpc/logs/logSearch.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { RangeLogFilter } from '../../rpc/params/logFilter.ts'
import type { Progress } from './progress.ts'

/* What a filter delivers of the blocks that have left or joined the best chain. */

export function newBlockHashes({ after, upTo }: Progress, chain: Pick<Chain, 'select'>): string[] {
  const hashes: string[] = []
  for (let number = after + 1; number <= upTo; number++) {
    const block = chain.select(number)
    if (block !== undefined) hashes.push(toHex(block.hash))
  }
  return hashes
}

export type SearchedParts = readonly [
  newestAbandoned: string | null,
  oldestAbandoned: string,
  newestJoined: string | null,
  oldestJoined: string,
]

/**
 * The blocks whose logs a filter delivers, as the last parameters of `eth_filterNews`: those that have left the best chain,
 * and those that have joined it. Undefined when there are neither.
 */
export function searchedParts(
  criterion: RangeLogFilter,
  { abandoned, after, upTo }: Progress,
  node: RpcNode,
): SearchedParts | undefined {
  const [first, last] = rangeOf(criterion, node)
  const left = abandoned.filter(({ number }) => number >= first && number <= last)
  const oldestJoined = Math.max(after + 1, first)
  const newestJoined = oldestJoined > last ? undefined : node.chain.select(Math.min(upTo, last))
  const joins = newestJoined !== undefined && newestJoined.number >= oldestJoined
  if (left.length === 0 && !joins) return undefined
  return [
    left.length === 0 ? null : toHex(left[0]!.hash),
    toQuantity(left.at(-1)?.number ?? 0),
    joins ? toHex(newestJoined.hash) : null,
    toQuantity(oldestJoined),
  ]
}

/** Fixed ends bound the logs that a filter delivers; ends that move with the chain do not. */
export function rangeOf({ fromBlock, toBlock }: RangeLogFilter, node: RpcNode): readonly [number, number] {
  const first = isMoving(fromBlock) ? 0 : numberOf(fromBlock, node)
  const last = isMoving(toBlock) ? Number.MAX_SAFE_INTEGER : numberOf(toBlock, node)
  return [first, last]
}

/** A criterion as the parameter of a read. */
export const criterionShape = ({ addresses, topics }: LogCriterion) => ({
  address: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})
