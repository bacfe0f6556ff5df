export interface MergedMiningOptions {
  /** Work older than this is made anew. */
  readonly refreshMs: number
  /** Whether new transactions make new work at once. */
  readonly updateOnTransactions: boolean
  /** Fees below this do not make work worth a notification. */
  readonly minimumNotifiedFees: bigint
  /** Submissions come at least this far apart; 0 for any pace. */
  readonly submissionIntervalMs: number
}

/** The reference node's values. */
export const defaultMergedMiningOptions: MergedMiningOptions = {
  refreshMs: 60_000,
  updateOnTransactions: false,
  minimumNotifiedFees: 0n,
  submissionIntervalMs: 0,
}
