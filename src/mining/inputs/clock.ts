/** About the year 141,000; sums of two such timestamps are exact integers. */
export const latestTimestamp = 2 ** 42

/** The manual adjustments of a clock. */
export interface ClockSetting {
  readonly offsetSeconds: number
  /** Seconds between blocks; undefined if they follow the clock. */
  readonly blockSeconds: number | undefined
  readonly nextTimestamp: number | undefined
}

/**
 * The time of a chain: the system's time plus the adjustments that a developer makes on a local chain. The chain's
 * rules and the miner share one clock.
 */
export class Clock {
  readonly #systemMs: () => number
  #offsetSeconds = 0
  #nextTimestamp: number | undefined
  #blockSeconds: number | undefined
  #adjustments = 0

  /** `systemMs` gives milliseconds since 1970. */
  constructor(systemMs: () => number) {
    this.#systemMs = systemMs
  }

  get nowSeconds(): number {
    return Math.floor(this.#systemMs() / 1000) + this.#offsetSeconds
  }

  /** The system's time without adjustments, for timeouts. */
  get systemMs(): number {
    return this.#systemMs()
  }

  /** Seconds by which this clock is ahead of the system's; negative if it is behind. */
  get offsetSeconds(): number {
    return this.#offsetSeconds
  }

  get setting(): ClockSetting {
    return {
      offsetSeconds: this.#offsetSeconds,
      blockSeconds: this.#blockSeconds,
      nextTimestamp: this.#nextTimestamp,
    }
  }

  /** Undoes the adjustments since the setting was read. */
  restore({ offsetSeconds, blockSeconds, nextTimestamp }: ClockSetting): void {
    this.#offsetSeconds = offsetSeconds
    this.#blockSeconds = blockSeconds
    this.#nextTimestamp = nextTimestamp
    this.#adjustments++
  }

  /** Number of adjustments so far. */
  get adjustments(): number {
    return this.#adjustments
  }

  /**
   * Moves time forward, from the given time if that is later than the clock's, and returns the offset. Ignores a value
   * that is not positive or exceeds the latest timestamp.
   */
  increase(seconds: number, from = 0): number {
    const lag = Math.max(0, from - this.nowSeconds)
    if (seconds > 0 && this.nowSeconds + lag + seconds <= latestTimestamp) {
      this.#offsetSeconds += lag + Math.floor(seconds)
      this.#adjustments++
    }
    return this.#offsetSeconds
  }

  /** Sets the time; it continues from there. */
  setTime(seconds: number): void {
    this.#checkTimestamp(seconds)
    this.#offsetSeconds += seconds - this.nowSeconds
    this.#nextTimestamp = undefined
    this.#adjustments++
  }

  /** Makes each block this much later than its parent; undefined lets blocks follow the clock again. */
  setBlockSeconds(seconds: number | undefined): void {
    if (seconds !== undefined) this.#checkTimestamp(seconds)
    this.#blockSeconds = seconds
    this.#adjustments++
  }

  /** Chooses the timestamp of the next block. */
  setNextTimestamp(timestamp: number): void {
    this.#checkTimestamp(timestamp)
    this.#nextTimestamp = timestamp
    this.#adjustments++
  }

  /** The timestamp that a block on this parent has if it is made now. */
  timestampAfter(parentTimestamp: number): number {
    const chosen = this.#nextTimestamp
    if (chosen !== undefined && chosen > parentTimestamp) return chosen
    if (this.#blockSeconds !== undefined) return parentTimestamp + Math.max(1, this.#blockSeconds)
    return Math.max(this.nowSeconds, parentTimestamp + 1)
  }

  /** Must be called after a block was made. If its timestamp had been chosen, time continues from there. */
  blockMade(timestamp: number): void {
    if (this.#nextTimestamp === undefined) return
    this.#nextTimestamp = undefined
    this.#offsetSeconds += timestamp - this.nowSeconds
    this.#adjustments++
  }

  #checkTimestamp(seconds: number): void {
    if (Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= latestTimestamp) return
    throw new RangeError(`${seconds} is not a timestamp in seconds`)
  }
}
