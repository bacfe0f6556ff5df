export interface WorkBudgetOptions {
  /** Part of all time that may be spent. */
  readonly share: number
  /** Most that can be saved up. */
  readonly savedMs: number
  /** Milliseconds, with fractions. */
  readonly now: () => number
}

/**
 * Keeps the time that goes into answering peers to a share of all time, so that many who ask for much cannot
 * take the node away from its other work. It is shared by all sessions of a node.
 */
export class WorkBudget {
  readonly #options: WorkBudgetOptions
  #savedMs: number
  #countedAt: number

  constructor(options: WorkBudgetOptions) {
    this.#options = options
    this.#savedMs = options.savedMs
    this.#countedAt = options.now()
  }

  /** Milliseconds until more may be spent; 0 when it may now. */
  get waitMs(): number {
    const { share, savedMs, now } = this.#options
    const time = now()
    const earned = Math.max(0, time - this.#countedAt) * share
    this.#countedAt = time
    this.#savedMs = Math.min(savedMs, this.#savedMs + earned)
    return this.#savedMs > 0 ? 0 : Math.ceil(1 - this.#savedMs / share)
  }

  /** Does work at the cost of the budget, which may end in debt. */
  spend<Result>(work: () => Result): Result {
    const { now } = this.#options
    const start = now()
    try {
      return work()
    } finally {
      this.#savedMs -= now() - start
    }
  }
}
