export interface UpstreamOptions {
  /** An HTTP endpoint, or `mainnet` or `testnet` for the public node of that network. */
  readonly url: string
  /** Maximum blocks that the local chain may be behind before its best block counts as old. */
  readonly lag: number
  /** Whether answers without a proof are refused. */
  readonly demandsProofs: boolean
  /** For one answer, retries included. */
  readonly timeoutMs: number
}

export const defaultUpstream: Omit<UpstreamOptions, 'url'> = {
  // Ten minutes of blocks.
  lag: 20,
  demandsProofs: false,
  // Less than the server's limit for an answer, so that a client learns the reason.
  timeoutMs: 4_500,
}
