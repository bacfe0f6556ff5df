import type { Hash } from '../../primitives/bytes.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'

/** The state after a block was removed, or never saved while the node was catching up. */
export class StateNotKept extends MissingNode {
  override readonly name = 'StateNotKept'
  readonly blockNumber: number
  /** States up to the head that are kept; some that the node passed while it was catching up may be missing. */
  readonly kept: number

  constructor(blockNumber: number, kept: number, root: Hash) {
    super('node', root)
    this.blockNumber = blockNumber
    this.kept = kept
    this.message = `the state of block ${blockNumber} is pruned: the last ${kept} are kept`
  }
}
