/** The block of a traced execution and, unless it is a call without a transaction, its transaction. */
export interface TracedPlace {
  readonly blockHash: Uint8Array
  readonly blockNumber: number
  readonly transaction: { readonly hash: Uint8Array; readonly position: number } | undefined
}
