import type { Chain } from '../../chain/chain.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { filterNotFound } from '../../rpc/errors/errors.ts'
import { isMoving, numberOf } from '../../rpc/logs/logSearch.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { RangeLogFilter } from '../../rpc/params/logFilter.ts'

/* What a filter delivers of the blocks that have left or joined the best chain. */

/** The last block whose changes a filter has delivered. */
export interface BlockCursor {
  readonly number: number
  readonly hash: Hash
}

/** How the best chain has changed since a cursor. */
export interface Progress {
  /** Blocks that have left the best chain, newest first. */
  readonly abandoned: readonly StoredBlock[]
  /** Heights of the blocks that have joined the best chain: above `after`, up to and including `upTo`. */
  readonly after: number
  readonly upTo: number
  readonly cursor: BlockCursor
}

type FollowedChain = Pick<Chain, 'head' | 'block' | 'select' | 'isCanonical'>

/**
 * At most `maximumBlocks` new blocks; the next poll continues after them. Undefined while the chain is lower than the cursor,
 * which another node may have set. Throws when the chain is as high and lacks the block: what was delivered cannot be undone.
 */
export function progressSince(
  cursor: BlockCursor,
  chain: FollowedChain,
  maximumBlocks: number,
): Progress | undefined {
  const newest = chain.block(cursor.hash)
  if (newest === undefined) {
    if (cursor.number > chain.head.number) return undefined
    throw filterNotFound()
  }
  const { abandoned, after } = abandonedSince(newest, chain)
  const upTo = Math.min(chain.head.number, after + maximumBlocks)
  const last = chain.select(upTo) ?? chain.head
  return { abandoned, after, upTo, cursor: { number: last.number, hash: last.hash } }
}

/** Walks to the best chain. The logs of a block that is not stored any more cannot be delivered. */
function abandonedSince(
  newest: StoredBlock,
  chain: FollowedChain,
): { readonly abandoned: readonly StoredBlock[]; readonly after: number } {
  const abandoned: StoredBlock[] = []
  let block: StoredBlock | undefined = newest
  while (block !== undefined && !chain.isCanonical(block)) {
    abandoned.push(block)
    block = chain.block(block.header.parentHash)
  }
  return { abandoned, after: block?.number ?? 0 }
}

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
function rangeOf({ fromBlock, toBlock }: RangeLogFilter, node: RpcNode): readonly [number, number] {
  const first = isMoving(fromBlock) ? 0 : numberOf(fromBlock, node)
  const last = isMoving(toBlock) ? Number.MAX_SAFE_INTEGER : numberOf(toBlock, node)
  return [first, last]
}

/** A criterion as the parameter of a read. */
export const criterionShape = ({ addresses, topics }: LogCriterion) => ({
  address: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})
