import type { Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'

/** The part of a chain's interface that serves peers. */
export interface ServedChain {
  readonly head: Block
  /** A block of any branch. */
  block(hash: Hash): Block | undefined
  /** A block of the canonical chain. */
  select(height: number): Block | undefined
}
