import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
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
