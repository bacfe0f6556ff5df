import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { type Way, type WayBound, wayTo } from '../../chain/wayTo.ts'
import type { Hash } from '../../primitives/bytes.ts'

/*
 * What has changed since a block. Filters, gateways, which follow the chain for their subscribers, and the stream ask this
 * with their own bounds, so they agree on what leaves the chain, what joins it, and what a node cannot know.
 */

/** A block up to which somebody knows the chain. */
export interface Position {
  readonly number: number
  readonly hash: Hash
}

/** How the best chain has changed since a position. */
export interface Changes extends Way {
  /** The newest of the blocks that have joined after the common one. */
  readonly tip: StoredBlock
}

export interface ChangesBound extends WayBound {
  /** The tip is at most this many blocks after the common one. */
  readonly maximumJoined?: number
}

export type HistoryChain = Pick<Chain, 'head' | 'block' | 'select' | 'isCanonical' | 'ancestor'>

/**
 * `ahead` while the chain is lower than a position that it does not have. `unknown` when it is as high and lacks the block, or
 * the way to the best chain is longer than its bound: then what has left the chain cannot be told.
 */
export function changesSince(
  position: Position,
  chain: HistoryChain,
  { maximumJoined = Number.POSITIVE_INFINITY, ...bound }: ChangesBound = {},
): Changes | 'ahead' | 'unknown' {
  const { head } = chain
  const way = wayTo(position.hash, head, chain, bound)
  if (way === undefined) return position.number > head.number ? 'ahead' : 'unknown'
  const number = Math.min(head.number, way.common.number + maximumJoined)
  return { ...way, tip: chain.select(number) ?? head }
}

/** The blocks that have joined, oldest first. */
export function* joinedBlocks(
  { common, tip }: Changes,
  chain: Pick<Chain, 'select'>,
): Generator<StoredBlock> {
  for (let number = common.number + 1; number <= tip.number; number++) {
    const block = chain.select(number)
    if (block === undefined) return
    yield block
  }
}
