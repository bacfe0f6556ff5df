import type { Hash } from '../../primitives/bytes.ts'
import { MissingNode } from '../../trie/nodeSource.ts'

/** The state after a block was removed, or never saved while the node was catching up. */
export class StateNotKept extends MissingNode {
  override readonly name = 'StateNotKept'
  readonly blockNumber: number
  readonly firstKept: number

  constructor(blockNumber: number, firstKept: number, root: Hash) {
    super('node', root)
    this.blockNumber = blockNumber
    this.firstKept = firstKept
    this.message = `the state after block ${blockNumber} is not kept: the setting "history" keeps states from block ${firstKept} on, without some that were passed while catching up`
  }
}
