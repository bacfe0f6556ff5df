/** How often something may happen: so many times at once, and so many a second in the long run. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/** Counts what may still happen. Full at first. */
export class TokenBucket {
  readonly #rate: Rate
  readonly #now: () => number
  #tokens: number
  #countedAt: number

  /** `now` gives milliseconds. */
  constructor(rate: Rate, now: () => number) {
    this.#rate = rate
    this.#now = now
    this.#tokens = rate.burst
    this.#countedAt = now()
  }

  /** Whether it may happen now, so many times; if so it counts as happened. */
  take(times = 1): boolean {
    this.#refill()
    if (this.#tokens < times) return false
    this.#tokens -= times
    return true
  }

  /** Milliseconds until it may happen again; 0 when it may now. */
  get waitMs(): number {
    this.#refill()
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) / this.#rate.perSecond) * 1000)
  }

  #refill(): void {
    const now = this.#now()
    // A clock that was set back gives nothing and takes nothing.
    const elapsed = Math.max(0, now - this.#countedAt)
    this.#countedAt = now
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + (elapsed / 1000) * this.#rate.perSecond)
  }
}
