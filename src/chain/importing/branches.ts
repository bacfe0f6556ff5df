import { equalBytes } from '../../primitives/bytes.ts'
import type { Blocks } from '../storage/blocks.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'

/** The blocks between the best block and a block of another branch. */
export interface Branches {
  readonly commonAncestor: StoredBlock
  /** Blocks that leave the canonical chain, newest first. */
  readonly abandoned: readonly StoredBlock[]
  /** Blocks that join it, oldest first. */
  readonly adopted: readonly StoredBlock[]
}

export function branchesTo(target: StoredBlock, blocks: Blocks): Branches {
  const adopted: StoredBlock[] = []
  let commonAncestor = target
  while (!blocks.isCanonical(commonAncestor.header)) {
    adopted.push(commonAncestor)
    commonAncestor = parentOf(commonAncestor, blocks)
  }
  const abandoned: StoredBlock[] = []
  let leaving = blocks.head
  while (!equalBytes(leaving.hash, commonAncestor.hash)) {
    abandoned.push(leaving)
    leaving = parentOf(leaving, blocks)
  }
  return { commonAncestor, abandoned, adopted: adopted.reverse() }
}

const parentOf = (block: StoredBlock, blocks: Blocks): StoredBlock => blocks.expect(block.header.parentHash)
