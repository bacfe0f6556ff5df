import { equalBytes, type Hash } from '../primitives/bytes.ts'
import type { StoredBlock } from './storage/storedBlock.ts'
import type { StoredChain } from './storedChain.ts'

/** What lies between a block and the branch of a tip. */
export interface Way {
  /** Blocks that the branch of the tip lacks, newest first. */
  readonly left: readonly StoredBlock[]
  /** The newest block that both branches have. */
  readonly common: StoredBlock
}

/** How far a way may be, and who counts its blocks. */
export interface WayBound {
  /** Any number if undefined. */
  readonly maximumLeft?: number
  /** Is called for each block that the branch of the tip lacks. */
  readonly onLeft?: () => void
}

/**
 * The way from a block to the branch of a tip: the one walk to where branches meet. Undefined when it is longer than its
 * bound, or the chain does not have one of its blocks.
 */
export function wayTo(
  from: Hash,
  tip: StoredBlock,
  chain: Pick<StoredChain, 'block' | 'isCanonical' | 'ancestor'>,
  { maximumLeft = Number.POSITIVE_INFINITY, onLeft }: WayBound = {},
): Way | undefined {
  const isBest = chain.isCanonical(tip)
  const isOnBranch = (block: StoredBlock): boolean => {
    if (block.number > tip.number) return false
    if (isBest) return chain.isCanonical(block)
    const ancestor = chain.ancestor(tip.hash, block.number)
    return ancestor !== undefined && equalBytes(ancestor.hash, block.hash)
  }
  const left: StoredBlock[] = []
  let block = chain.block(from)
  while (block !== undefined && left.length <= maximumLeft) {
    if (isOnBranch(block)) return { left, common: block }
    onLeft?.()
    left.push(block)
    block = chain.block(block.header.parentHash)
  }
  return undefined
}
