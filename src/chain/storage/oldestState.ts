import type { KeptStateParts } from './stateNotKept.ts'
import { stateTables } from './stateTables.ts'

/** Maximum number of states that are checked, which takes a few milliseconds. */
const maximumChecks = 1_000

/** The oldest block from `first` on whose state and all later ones are stored, as far as states are checked. */
export function oldestState({ store, blocks, states }: KeptStateParts, first: number): number {
  const { firstKept, hasGaps } = stateTables(store)
  const lowest = Math.max(firstKept, first)
  if (!hasGaps) return lowest
  const { number: head } = blocks.head
  const lowestChecked = Math.max(lowest, head - maximumChecks)
  let oldest = head
  while (oldest > lowestChecked && states.has(blocks.stateRoot(blocks.expectCanonical(oldest - 1).record)))
    oldest--
  return oldest
}
