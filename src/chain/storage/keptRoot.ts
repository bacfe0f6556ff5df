import type { Hash } from '../../primitives/bytes.ts'
import type { Reader } from '../../store/store.ts'
import type { Blocks } from './blocks.ts'
import { StateNotKept } from './stateNotKept.ts'
import type { States } from './states.ts'
import { stateTables } from './stateTables.ts'
import type { StoredBlock } from './storedBlock.ts'

export interface KeptStates {
  readonly store: Reader
  readonly blocks: Blocks
  readonly states: States
}

/**
 * The root of the state after a block. Throws `StateNotKept` for a state that was pruned, or passed while the node was
 * catching up.
 */
export function keptRoot({ number, record }: StoredBlock, { store, blocks, states }: KeptStates): Hash {
  const stateRoot = blocks.stateRoot(record)
  const { firstKept, hasGaps } = stateTables(store)
  if (number < firstKept || (hasGaps && !states.has(stateRoot))) {
    throw new StateNotKept(number, blocks.head.number - firstKept + 1, stateRoot)
  }
  return stateRoot
}
