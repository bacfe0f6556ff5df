import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { BlockCursor } from './filter.ts'

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

/** At most `maximumBlocks` new blocks; the next poll continues after them. */
export function progressSince(cursor: BlockCursor, chain: FollowedChain, maximumBlocks: number): Progress {
  const { abandoned, after } = abandonedSince(cursor, chain)
  const upTo = Math.min(chain.head.number, after + maximumBlocks)
  const last = chain.select(upTo) ?? chain.head
  return { abandoned, after, upTo, cursor: { number: last.number, hash: last.hash } }
}

/** Walks from the cursor to the best chain. The logs of a block that is not stored any more cannot be delivered. */
function abandonedSince(
  cursor: BlockCursor,
  chain: FollowedChain,
): { readonly abandoned: readonly StoredBlock[]; readonly after: number } {
  const abandoned: StoredBlock[] = []
  let block = chain.block(cursor.hash)
  if (block === undefined) return { abandoned, after: Math.min(cursor.number, chain.head.number) }
  while (block !== undefined && !chain.isCanonical(block)) {
    abandoned.push(block)
    block = chain.block(block.header.parentHash)
  }
  return { abandoned, after: block?.number ?? 0 }
}
