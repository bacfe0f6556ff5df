/** The rule a block breaks. */
export type RejectionReason =
  | 'block-number'
  | 'difficulty'
  | 'gas-limit-range'
  | 'gas-limit-minimum'
  | 'minimum-gas-price-range'
  | 'extra-data-length'
  | 'timestamp'
  | 'bitcoin-timestamp'
  | 'proof-of-work'
  | 'fork-detection-data'
  | 'edges'
  | 'transactions-root'
  | 'transaction-fields'
  | 'transaction-nonce'
  | 'transaction-gas-price'
  | 'transaction-gas-price-cap'
  | 'remasc-transaction'
  | 'uncles-hash'
  | 'uncle-count'
  | 'uncle-header'
  | 'uncle-number'
  | 'uncle-repeated'
  | 'uncle-is-ancestor'
  | 'uncle-already-used'
  | 'uncle-parent'

/** Why a block is rejected: the rule, and a text with the values found. */
export interface Rejection {
  readonly reason: RejectionReason
  readonly detail: string
}

export const reject = (reason: RejectionReason, detail: string): Rejection => ({ reason, detail })
