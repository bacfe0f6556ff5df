/** The keys that can spend the federation's bitcoins after the coins have rested for a long time (RSKIP201). */
export interface EmergencyKeys {
  readonly publicKeys: readonly Uint8Array[]
  /** Bitcoin blocks during which the coins must not have moved. */
  readonly waitingBlocks: number
}
