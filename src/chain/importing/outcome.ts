import type { ExecutionRejection } from '../../execution/block/rejection.ts'
import type { Rejection } from '../../protocol/validation/rejection.ts'

/** Why a block is refused: a rule that its header or body breaks, or a result that its execution lacks. */
export type BlockRejection = Rejection | ExecutionRejection

/** What became of a block that was offered to the chain. */
export type ImportOutcome =
  /** It is the best block now. */
  | { readonly status: 'best' }
  /** It is stored on a branch that is not the best. */
  | { readonly status: 'side' }
  /** It was stored before. */
  | { readonly status: 'known' }
  /** Its parent is not known; it waits for it. */
  | { readonly status: 'orphan' }
  | { readonly status: 'rejected'; readonly rejection: BlockRejection }
