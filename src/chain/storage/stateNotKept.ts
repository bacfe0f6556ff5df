import type { Hash } from '../../primitives/bytes.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'

/** The state after a block was removed, or never saved while the node was catching up. */
export class StateNotKept extends MissingNode {
  override readonly name = 'StateNotKept'

  /** `kept` states up to the head are kept; some that the node passed while it was catching up may be missing. */
  constructor(blockNumber: number, kept: number, root: Hash) {
    super('node', root)
    this.message = `state of block ${blockNumber} is pruned: this node keeps the last ${kept} blocks (its setting "history"), without some that it passed while catching up`
  }
}
