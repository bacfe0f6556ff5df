/** Why a transaction cannot be executed: in a block, it makes the block invalid. */
export type TransactionRejectionReason =
  | 'init-code-too-large'
  | 'block-gas-exceeded'
  | 'gas-limit-below-intrinsic'
  | 'nonce-too-low'
  | 'nonce-too-high'
  | 'insufficient-funds'
  | 'invalid-signature'
  | 'unpriceable-input'
  | 'unprocessable'

/** A transaction was refused; the state is as it was before. The message tells the numbers. */
export class TransactionRejection extends Error {
  override readonly name = 'TransactionRejection'
  readonly reason: TransactionRejectionReason

  constructor(reason: TransactionRejectionReason, message: string) {
    super(message)
    this.reason = reason
  }
}
