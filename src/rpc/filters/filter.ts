import type { Hash } from '../../primitives/bytes.ts'
import type { RangeLogFilter } from '../params/logFilter.ts'
import type { PendingCursor } from './pendingTransactions.ts'

/** The last block that a filter has told of. */
export interface BlockCursor {
  readonly number: number
  readonly hash: Hash
}

/**
 * A filter is a criterion and how far its client has been told, nothing that grows: what has happened since is
 * found in the chain when the client asks, so it comes out right across reorganisations and in any process.
 */
export type Filter =
  | { readonly kind: 'logs'; readonly criterion: RangeLogFilter; readonly cursor: BlockCursor }
  | { readonly kind: 'blocks'; readonly cursor: BlockCursor }
  | { readonly kind: 'pending'; readonly cursor: PendingCursor }

const termsPerPlace = 64

/** What a filter takes of the room for filters: one place, and one more for every 64 addresses and topics. */
export function placesOf(filter: Filter): number {
  if (filter.kind !== 'logs') return 1
  const { addresses, topics } = filter.criterion
  const terms = topics.reduce((count, alternatives) => count + alternatives.length, addresses.length)
  return 1 + Math.floor(terms / termsPerPlace)
}
