/** Over so much time it is counted what a peer delivers. */
const windowMs = 2_000
const buckets = 8
const bucketMs = windowMs / buckets

/** Asked of everybody at all times, so that a peer that has become quicker can show it. */
const leastInFlight = 2
const mostInFlight = 64

/**
 * How much is asked of a peer at a time: what it has delivered during the last two seconds and a little more.
 * So the share of a quick peer doubles every other second, and a slow one holds up little.
 */
export class PeerSpeed {
  readonly #now: () => number
  readonly #counts = new Array<number>(buckets).fill(0)
  #newest = 0

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  delivered(): void {
    this.#forgetOld()
    const at = this.#newest % buckets
    this.#counts[at] = this.#counts[at]! + 1
  }

  /** How many requests may be under way. */
  get allowance(): number {
    this.#forgetOld()
    const recent = this.#counts.reduce((sum, count) => sum + count, 0)
    return Math.min(mostInFlight, leastInFlight + recent)
  }

  #forgetOld(): void {
    const newest = Math.floor(this.#now() / bucketMs)
    const steps = Math.min(buckets, newest - this.#newest)
    for (let step = 0; step < steps; step++) this.#counts[(newest - step) % buckets] = 0
    this.#newest = newest
  }
}
