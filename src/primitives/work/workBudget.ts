export interface WorkBudgetOptions {
  /** Fraction of all time that may be spent. */
  readonly share: number
  /** Maximum of unspent time that is kept for later. */
  readonly savedMs: number
}

/** Maximum time of waiting work per turn, in milliseconds; then the event loop serves everything else. */
const sliceMs = 2

/**
 * Limits the time spent on work for peers to a share of all time, so that many demanding peers cannot keep the node
 * from its other work. All such work shares one budget. While there is more work than time, the workers take turns, so
 * that one peer does not wait until another peer's work is done.
 *
 * Not a `FairQueue`, which decides who is next: this decides when, and each worker waits at most once.
 */
export class WorkBudget {
  /** The clock by which time is counted. */
  readonly now: () => number
  readonly #options: WorkBudgetOptions
  /** In the order of arrival. */
  readonly #waiting = new Set<() => void>()
  #savedMs: number
  #countedAt: number
  #timer: NodeJS.Timeout | undefined

  /** `now` gives milliseconds; fractions are kept. */
  constructor(options: WorkBudgetOptions, now: () => number) {
    this.now = now
    this.#options = options
    this.#savedMs = options.savedMs
    this.#countedAt = now()
  }

  /** Whether work may start at once: there is time left and no other work waits. */
  get isFree(): boolean {
    return this.#waiting.size === 0 && this.waitMs === 0
  }

  /** Milliseconds until time may be spent again; 0 when it may be spent now. */
  get waitMs(): number {
    const { share, savedMs } = this.#options
    const time = this.now()
    const earned = Math.max(0, time - this.#countedAt) * share
    this.#countedAt = time
    this.#savedMs = Math.min(savedMs, this.#savedMs + earned)
    return this.#savedMs > 0 ? 0 : Math.ceil(1 - this.#savedMs / share)
  }

  /** Runs work and charges its time to the budget, which may become negative. */
  spend<Result>(work: () => Result): Result {
    const start = this.now()
    try {
      return work()
    } finally {
      this.#savedMs -= this.now() - start
    }
  }

  /** Calls `turn` once when its turn comes. A caller that needs more time waits again, after the others. */
  await(turn: () => void): void {
    this.#waiting.add(turn)
    this.#timer ??= this.#nextTurns()
  }

  forget(turn: () => void): void {
    this.#waiting.delete(turn)
    if (this.#waiting.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #giveTurns(): void {
    const end = this.now() + sliceMs
    for (const turn of [...this.#waiting]) {
      if (this.waitMs > 0 || this.now() > end) break
      if (this.#waiting.delete(turn)) turn()
    }
    clearTimeout(this.#timer)
    this.#timer = this.#waiting.size > 0 ? this.#nextTurns() : undefined
  }

  #nextTurns(): NodeJS.Timeout {
    return setTimeout(() => this.#giveTurns(), this.waitMs)
  }
}
