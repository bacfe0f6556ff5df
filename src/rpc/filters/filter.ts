import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { RangeLogFilter } from '../params/logFilter.ts'
import type { PendingCursor } from './pendingTransactions.ts'

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

const termsPerPlace = 64

/** The places that a filter takes: one, and one more for every 64 addresses and topics. */
export function placesOf(filter: Filter): number {
  return filter.kind === 'logs' ? placesOfCriterion(filter.criterion) : 1
}

/** The same for a subscription to logs. */
export function placesOfCriterion({ addresses, topics }: LogCriterion): number {
  const terms = topics.reduce((count, alternatives) => count + alternatives.length, addresses.length)
  return 1 + Math.floor(terms / termsPerPlace)
}
