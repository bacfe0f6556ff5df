/** Far later than any date that means something; sums with it are exact. */
export const latestTimestamp = 2 ** 42

/** How a clock was moved by hand. */
export interface ClockSetting {
  readonly offsetSeconds: number
  readonly nextTimestamp: number | undefined
}

/**
 * The time of a chain: the system's, moved by hand where a test wants to live later. The chain's rules and the
 * miner share one clock.
 */
export class Clock {
  readonly #systemMs: () => number
  #offsetSeconds = 0
  #nextTimestamp: number | undefined
  #adjustments = 0

  /** `systemMs` gives milliseconds since 1970. */
  constructor(systemMs: () => number) {
    this.#systemMs = systemMs
  }

  get nowSeconds(): number {
    return Math.floor(this.#systemMs() / 1000) + this.#offsetSeconds
  }

  /** The system's own time, by which things expire. */
  get systemMs(): number {
    return this.#systemMs()
  }

  /** How far this clock is ahead of the system's; negative behind it. */
  get offsetSeconds(): number {
    return this.#offsetSeconds
  }

  get setting(): ClockSetting {
    return { offsetSeconds: this.#offsetSeconds, nextTimestamp: this.#nextTimestamp }
  }

  /** Takes back what was done by hand since the setting was read. */
  restore({ offsetSeconds, nextTimestamp }: ClockSetting): void {
    this.#offsetSeconds = offsetSeconds
    this.#nextTimestamp = nextTimestamp
    this.#adjustments++
  }

  /** Counts how often time was moved by hand. */
  get adjustments(): number {
    return this.#adjustments
  }

  /** Moves time forward and tells the offset. What is not positive, or leads beyond all dates, moves nothing. */
  increase(seconds: number): number {
    if (seconds > 0 && this.nowSeconds + seconds <= latestTimestamp) {
      this.#offsetSeconds += Math.floor(seconds)
      this.#adjustments++
    }
    return this.#offsetSeconds
  }

  /** Chooses the timestamp of the next block. */
  setNextTimestamp(timestamp: number): void {
    if (!Number.isSafeInteger(timestamp) || timestamp < 0 || timestamp > latestTimestamp) {
      throw new RangeError(`${timestamp} is not a timestamp in seconds`)
    }
    this.#nextTimestamp = timestamp
    this.#adjustments++
  }

  /** The timestamp of a block on a parent, unless time passes before it is made. */
  timestampAfter(parentTimestamp: number): number {
    const chosen = this.#nextTimestamp
    if (chosen !== undefined && chosen > parentTimestamp) return chosen
    return Math.max(this.nowSeconds, parentTimestamp + 1)
  }

  /** A block with this timestamp was made. If it had been chosen, time goes on from there. */
  blockMade(timestamp: number): void {
    if (this.#nextTimestamp === undefined) return
    this.#nextTimestamp = undefined
    this.#offsetSeconds += timestamp - this.nowSeconds
    this.#adjustments++
  }
}
