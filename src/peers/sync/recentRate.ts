const windowMs = 30_000
const sampleMs = 1_000

interface Sample {
  readonly time: number
  readonly total: number
}

/** The rate of blocks or bytes over the last half minute. */
export class RecentRate {
  readonly #now: () => number
  #samples: Sample[]
  #total = 0

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
    this.#samples = [{ time: now(), total: 0 }]
  }

  get total(): number {
    return this.#total
  }

  add(amount: number): void {
    const time = this.#now()
    // The time until the first one, in which peers were found or a snapshot was fetched, would lower the rate.
    if (this.#total === 0) this.#samples = [{ time, total: 0 }]
    this.#total += amount
    if (time - this.#samples.at(-1)!.time >= sampleMs) this.#samples.push({ time, total: this.#total })
    this.#forgetBefore(time - windowMs)
  }

  get perSecond(): number {
    const time = this.#now()
    this.#forgetBefore(time - windowMs)
    const oldest = this.#samples[0]!
    const elapsed = time - oldest.time
    return elapsed < sampleMs ? 0 : (1000 * (this.#total - oldest.total)) / elapsed
  }

  /** Keeps the last sample before the window, which is the base of the count. */
  #forgetBefore(time: number): void {
    const first = this.#samples.findIndex((sample) => sample.time >= time)
    if (first > 1) this.#samples = this.#samples.slice(first - 1)
    else if (first < 0) this.#samples = [{ time, total: this.#total }]
  }
}
