/** A transaction to the Bridge that the federation should send now. */
export interface FederationAction {
  /** Identifies what is to be done, so that an action without effect is not repeated for ever. */
  readonly name: string
  /** The private key of the account that sends it. */
  readonly key: Uint8Array
  readonly data: Uint8Array
}
