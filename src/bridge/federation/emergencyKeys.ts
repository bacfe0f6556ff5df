/** The keys that can spend the federation's coins when these have not moved for `waitingBlocks` (RSKIP201). */
export interface EmergencyKeys {
  readonly publicKeys: readonly Uint8Array[]
  /** Bitcoin blocks, which OP_CHECKSEQUENCEVERIFY enforces. */
  readonly waitingBlocks: number
}
