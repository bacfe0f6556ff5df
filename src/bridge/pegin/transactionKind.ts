/** What a Bitcoin transaction is to the Bridge. */
export type TransactionKind =
  | 'peg-in'
  /** A peg-out, or a migration from one federation to the next. */
  | 'federation-payment'
  /** RSKIP419: the two transactions that validate a proposed federation. */
  | 'validation-fund'
  | 'validation-spend'
  | 'unknown'
