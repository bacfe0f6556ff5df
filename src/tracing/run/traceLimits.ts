export interface TraceLimits {
  readonly timeoutMs: number
  /** Limit on the characters of one trace. */
  readonly maximumLength: number
  /** Limit on the blocks that one filter executes. */
  readonly maximumBlocks: number
}

/** The maximum length is close to that of a string. */
export const defaultTraceLimits: TraceLimits = {
  timeoutMs: 60_000,
  maximumLength: 500_000_000,
  // As many as traces of one answer: every block has one at least, so a range without addresses is never too large.
  maximumBlocks: 10_000,
}
