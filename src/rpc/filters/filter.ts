import type { Hash } from '../../primitives/bytes.ts'
import type { RangeLogFilter } from '../params/logFilter.ts'

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
  /** The cursor counts transactions that have become pending. */
  | { readonly kind: 'pending'; readonly cursor: number }
