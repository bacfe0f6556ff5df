/** The reason why executing a block rejects it. */
export type ExecutionRejectionReason =
  | 'transaction'
  | 'parallel-conflict'
  | 'sequential-contract-in-parallel-list'
  | 'state-root'
  | 'receipts-root'
  | 'logs-bloom'
  | 'gas-used'
  | 'paid-fees'

/** Why a block is rejected: the rule, and a text with the values found. */
export interface ExecutionRejection {
  readonly reason: ExecutionRejectionReason
  readonly detail: string
}

/** The block cannot be executed. */
export class BlockRejected extends Error implements ExecutionRejection {
  override readonly name = 'BlockRejected'
  readonly reason: ExecutionRejectionReason
  readonly detail: string

  constructor(reason: ExecutionRejectionReason, detail: string, options?: ErrorOptions) {
    super(`${reason}: ${detail}`, options)
    this.reason = reason
    this.detail = detail
  }
}
