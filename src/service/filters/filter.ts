import type { Hash } from '../../primitives/bytes.ts'
import type { PendingCursor } from '../../rpc/method/clientFilters.ts'
import { placesOfCriterion } from '../../rpc/method/subscribing.ts'
import type { RangeLogFilter } from '../../rpc/params/logFilter.ts'

/** The last block whose changes a filter has delivered. */
export interface BlockCursor {
  readonly number: number
  readonly hash: Hash
}

/**
 * A filter is a criterion and a cursor, and does not grow: changes since the cursor are read from the chain when the
 * client polls, so they are right across reorganisations and in any process.
 */
export type Filter =
  | { readonly kind: 'logs'; readonly criterion: RangeLogFilter; readonly cursor: BlockCursor }
  | { readonly kind: 'blocks'; readonly cursor: BlockCursor }
  | { readonly kind: 'pending'; readonly cursor: PendingCursor }

/** The places of its client that a filter takes. */
export function placesOf(filter: Filter): number {
  return filter.kind === 'logs' ? placesOfCriterion(filter.criterion) : 1
}
