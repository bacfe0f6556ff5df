import { MissingHistory } from '../../../chain/storage/chainStart.ts'
import { StateNotKept } from '../../../chain/storage/stateNotKept.ts'
import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import type { Address } from '../../../primitives/bytes.ts'
import type { State } from '../../../state/state.ts'
import type { ReadNode } from '../../node/readNode.ts'

/**
 * The first block of the best chain after which a condition holds, provided that it holds after every later one; undefined
 * if it does not hold at the end. Reads about as many states as the number of blocks has binary digits.
 */
export function firstBlock({ chain }: ReadNode, holds: (state: State) => boolean): StoredBlock | undefined {
  const after = (number: number): boolean => holds(chain.stateAt(number)!)
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

/** Whether a state was needed that the node does not have. */
export const isMissingState = (error: unknown): boolean =>
  error instanceof StateNotKept || error instanceof MissingHistory

/**
 * What `search` finds in the states; if some are not stored, what `recorded` finds in the blocks in which the account takes
 * part. That is for development chains, which continue the blocks of a state file without their states: on other chains an
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
