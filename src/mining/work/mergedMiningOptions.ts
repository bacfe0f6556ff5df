export interface MergedMiningOptions {
  /** Work older than this is replaced. */
  readonly refreshMs: number
  /** Whether new transactions replace the work at once. */
  readonly updateOnTransactions: boolean
  /** Rising fees below this do not lead to a notification. */
  readonly minimumNotifiedFees: bigint
  /** Minimum time between two submissions; 0 for no limit. */
  readonly submissionIntervalMs: number
}

/** The reference node's values. */
export const defaultMergedMiningOptions: MergedMiningOptions = {
  refreshMs: 60_000,
  updateOnTransactions: false,
  minimumNotifiedFees: 0n,
  submissionIntervalMs: 0,
}
