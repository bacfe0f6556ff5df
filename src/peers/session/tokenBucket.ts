import { paidUpAfter, type Rate, waitMs } from '../../primitives/bounds/rate.ts'

/** One client's allowance under a rate. It starts full. */
export class TokenBucket {
  readonly #rate: Rate
  readonly #now: () => number
  #paidUpAtMs = 0
  #readAtMs: number
  #elapsedMs = 0

  /** `now` gives milliseconds. */
  constructor(rate: Rate, now: () => number) {
    this.#rate = rate
    this.#now = now
    this.#readAtMs = now()
  }

  /** Takes tokens when enough are there; returns whether it did. */
  take(times = 1): boolean {
    const nowMs = this.#time()
    if (times > this.#rate.burst || waitMs(this.#paidUpAtMs, this.#rate, times, nowMs) > 0) return false
    this.#paidUpAtMs = paidUpAfter(this.#paidUpAtMs, this.#rate, times, nowMs)
    return true
  }

  /** Milliseconds until the next token; 0 when one is there. */
  get waitMs(): number {
    return Math.ceil(waitMs(this.#paidUpAtMs, this.#rate, 1, this.#time()))
  }

  /** Time since the start; a clock that is set back does not change it. */
  #time(): number {
    const readAtMs = this.#now()
    this.#elapsedMs += Math.max(0, readAtMs - this.#readAtMs)
    this.#readAtMs = readAtMs
    return this.#elapsedMs
  }
}
