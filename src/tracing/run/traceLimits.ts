export interface TraceLimits {
  readonly timeoutMs: number
  /** Limit on the characters of one trace. */
  readonly maximumLength: number
  /** Limit on the blocks that one filter executes. */
  readonly maximumBlocks: number
  /** Limit on the gas that one filter executes. */
  readonly maximumGas: number
}

/** The maximum length is close to that of a string in V8. */
export const defaultTraceLimits: TraceLimits = {
  timeoutMs: 60_000,
  maximumLength: 500_000_000,
  // The maximum traces of one answer: every block has at least one.
  maximumBlocks: 10_000,
  // About half of the time limit.
  maximumGas: 500_000_000,
}
