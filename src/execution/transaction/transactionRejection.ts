/** Why a transaction cannot be executed. A block with such a transaction is invalid. */
export type TransactionRejectionReason =
  | 'type-not-active'
  | 'sender-has-code'
  | 'init-code-too-large'
  | 'block-gas-exceeded'
  | 'gas-limit-below-intrinsic'
  | 'nonce-too-low'
  | 'nonce-too-high'
  | 'insufficient-funds'
  | 'invalid-signature'
  | 'unpriceable-input'
  | 'unprocessable'

/** A transaction was rejected; the state is unchanged. The message contains the values. */
export class TransactionRejection extends Error {
  override readonly name = 'TransactionRejection'
  readonly reason: TransactionRejectionReason

  constructor(reason: TransactionRejectionReason, message: string) {
    super(message)
    this.reason = reason
  }
}
