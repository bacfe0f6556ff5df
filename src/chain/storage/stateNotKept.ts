import type { Hash } from '../../primitives/bytes.ts'
import type { Reader } from '../../store/store.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'
import type { Blocks } from './blocks.ts'
import type { States } from './states.ts'
import { stateTables } from './stateTables.ts'
import type { StoredBlock } from './storedBlock.ts'

/** The state after a block was removed, or never saved while the node was catching up. */
export class StateNotKept extends MissingNode {
  override readonly name = 'StateNotKept'

  /** `kept` states up to the head are kept; some that the node passed while it was catching up may be missing. */
  constructor(blockNumber: number, kept: number, root: Hash) {
    super('node', root)
    this.message = `state of block ${blockNumber} is pruned: this node keeps the last ${kept} blocks (its setting "history"), without some that it passed while catching up`
  }
}

export interface KeptStateParts {
  readonly store: Reader
  readonly blocks: Blocks
  readonly states: States
}

/**
 * The root of the state after a block. Throws `StateNotKept` for a state that was pruned, or passed while the node was
 * catching up.
 */
export function keptRoot({ number, record }: StoredBlock, { store, blocks, states }: KeptStateParts): Hash {
  const stateRoot = blocks.stateRoot(record)
  const { firstKept, hasGaps } = stateTables(store)
  if (number < firstKept || (hasGaps && !states.has(stateRoot))) {
    throw new StateNotKept(number, blocks.head.number - firstKept + 1, stateRoot)
  }
  return stateRoot
}
