import { MissingHistory } from '../../../chain/storage/chainStart.ts'
import { StateNotKept } from '../../../chain/storage/stateNotKept.ts'
import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import type { Address } from '../../../primitives/bytes.ts'
import type { State } from '../../../state/state.ts'
import type { ReadNode } from '../../node/readNode.ts'

/**
 * The first block of the best chain after which a condition is met, provided that every later state meets it too;
 * undefined if the last state does not. A binary search over states.
 */
export function firstBlock({ chain }: ReadNode, isMet: (state: State) => boolean): StoredBlock | undefined {
  const after = (number: number): boolean => isMet(chain.stateAt(number)!)
  let high = chain.head.number
  if (!after(high)) return undefined
  let low = -1
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    if (after(middle)) high = middle
    else low = middle
  }
  return chain.select(high)
}

/** Whether a read failed because the node does not have a state. */
export const isMissingState = (error: unknown): boolean =>
  error instanceof StateNotKept || error instanceof MissingHistory

/**
 * Runs `search` over the states. If some are not stored, tries `recorded` with each block in which the account takes part:
 * only on development chains, which may continue the blocks of a state file without their states. On other chains an
 * account may have any number of blocks.
 */
export function searchStates<Found>(
  { chain }: ReadNode,
  account: Address,
  search: () => Found | undefined,
  recorded: (block: StoredBlock) => Found | undefined,
): Found | undefined {
  try {
    return search()
  } catch (error) {
    if (!isMissingState(error) || chain.network.isDevelopment !== true) throw error
    const range = { fromBlock: 1, toBlock: chain.head.number }
    for (const number of chain.blocksWithParticipants({ ...range, participants: [[account]] })) {
      const found = recorded(chain.select(number)!)
      if (found !== undefined) return found
    }
    return undefined
  }
}
