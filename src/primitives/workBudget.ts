export interface WorkBudgetOptions {
  /** Part of all time that may be spent. */
  readonly share: number
  /** Most that can be saved up. */
  readonly savedMs: number
  /** Milliseconds, with fractions. */
  readonly now: () => number
}

/** After so much time on those who wait, everything else has its turn. */
const sliceMs = 4

/**
 * Keeps the time that goes into work for peers to a share of all time, so that many who ask for much cannot take
 * the node away from its other work. It is shared by all who do such work, and while there is less time than
 * work they take turns, so that nobody's peer has to wait for another's to be done.
 */
export class WorkBudget {
  /** The clock by which time is counted. */
  readonly now: () => number
  readonly #options: WorkBudgetOptions
  /** In the order in which they came. */
  readonly #waiting = new Set<() => void>()
  #savedMs: number
  #countedAt: number
  #timer: NodeJS.Timeout | undefined

  constructor(options: WorkBudgetOptions) {
    this.now = options.now
    this.#options = options
    this.#savedMs = options.savedMs
    this.#countedAt = options.now()
  }

  /** Whether work may be done at once: there is time left, and nobody waits for it. */
  get isFree(): boolean {
    return this.#waiting.size === 0 && this.waitMs === 0
  }

  /** Milliseconds until more may be spent; 0 when it may now. */
  get waitMs(): number {
    const { share, savedMs } = this.#options
    const time = this.now()
    const earned = Math.max(0, time - this.#countedAt) * share
    this.#countedAt = time
    this.#savedMs = Math.min(savedMs, this.#savedMs + earned)
    return this.#savedMs > 0 ? 0 : Math.ceil(1 - this.#savedMs / share)
  }

  /** Does work at the cost of the budget, which may end in debt. */
  spend<Result>(work: () => Result): Result {
    const start = this.now()
    try {
      return work()
    } finally {
      this.#savedMs -= this.now() - start
    }
  }

  /** Calls back once when it is one's turn to spend; who wants more waits again, behind the others. */
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
