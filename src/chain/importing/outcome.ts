import type { ExecutionRejection } from '../../execution/block/blockRejected.ts'
import type { Rejection } from '../../protocol/validation/ruleRejection.ts'

/** Why a block is rejected: a rule of headers and bodies, or a result of its execution. */
export type BlockRejection = Rejection | ExecutionRejection

/** The result of importing a block. */
export type ImportOutcome =
  /** The block is the best one now. */
  | { readonly status: 'best' }
  /** The block is stored on a branch that is not the best. */
  | { readonly status: 'side' }
  /** The block was already stored. */
  | { readonly status: 'known' }
  /** The parent is unknown; the block waits for it. */
  | { readonly status: 'orphan' }
  | { readonly status: 'rejected'; readonly rejection: BlockRejection }
