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
  #setting: ClockSetting = { offsetSeconds: 0, blockSeconds: undefined, nextTimestamp: undefined }
  #adjustments = 0

  /** `systemMs` gives milliseconds since 1970. */
  constructor(systemMs: () => number) {
    this.#systemMs = systemMs
  }

  get nowSeconds(): number {
    return Math.floor(this.#systemMs() / 1000) + this.offsetSeconds
  }

  /** The system's time without adjustments, for timeouts. */
  get systemMs(): number {
    return this.#systemMs()
  }

  /** Seconds by which this clock is ahead of the system's; negative if it is behind. */
  get offsetSeconds(): number {
    return this.#setting.offsetSeconds
  }

  get setting(): ClockSetting {
    return this.#setting
  }

  /** Undoes the adjustments since the setting was read. */
  restore(setting: ClockSetting): void {
    this.#adjust(setting)
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
      this.#adjust({ offsetSeconds: this.offsetSeconds + lag + Math.floor(seconds) })
    }
    return this.offsetSeconds
  }

  /** Sets the time; it continues from there. */
  setTime(seconds: number): void {
    this.#checkTimestamp(seconds)
    this.#continueFrom(seconds)
  }

  /** Makes each block this much later than its parent; undefined lets blocks follow the clock again. */
  setBlockSeconds(seconds: number | undefined): void {
    if (seconds !== undefined) this.#checkTimestamp(seconds)
    this.#adjust({ blockSeconds: seconds })
  }

  /** Chooses the timestamp of the next block. */
  setNextTimestamp(timestamp: number): void {
    this.#checkTimestamp(timestamp)
    this.#adjust({ nextTimestamp: timestamp })
  }

  /** The timestamp that a block on this parent has if it is made now. */
  timestampAfter(parentTimestamp: number): number {
    const { nextTimestamp: chosen, blockSeconds } = this.#setting
    if (chosen !== undefined && chosen > parentTimestamp) return chosen
    if (blockSeconds !== undefined) return parentTimestamp + Math.max(1, blockSeconds)
    return Math.max(this.nowSeconds, parentTimestamp + 1)
  }

  /** Must be called after a block was made. If its timestamp had been chosen, time continues from there. */
  blockMade(timestamp: number): void {
    if (this.#setting.nextTimestamp !== undefined) this.#continueFrom(timestamp)
  }

  #continueFrom(seconds: number): void {
    const offsetSeconds = this.offsetSeconds + seconds - this.nowSeconds
    this.#adjust({ offsetSeconds, nextTimestamp: undefined })
  }

  #adjust(change: Partial<ClockSetting>): void {
    this.#setting = { ...this.#setting, ...change }
    this.#adjustments++
  }

  #checkTimestamp(seconds: number): void {
    if (Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= latestTimestamp) return
    throw new RangeError(`${seconds} is not a timestamp in seconds`)
  }
}
