import { paidUpAfter, type Rate, waitMs } from './rate.ts'

/** One client's allowance under a rate. Full at first. */
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

  /** Whether it may happen now, so many times; if so it counts as happened. */
  take(times = 1): boolean {
    const nowMs = this.#time()
    if (times > this.#rate.burst || waitMs(this.#paidUpAtMs, this.#rate, times, nowMs) > 0) return false
    this.#paidUpAtMs = paidUpAfter(this.#paidUpAtMs, this.#rate, times, nowMs)
    return true
  }

  /** Milliseconds until it may happen once more; 0 when it may now. */
  get waitMs(): number {
    return Math.ceil(waitMs(this.#paidUpAtMs, this.#rate, 1, this.#time()))
  }

  /** Time since the start; a clock that is set back adds no time and takes none away. */
  #time(): number {
    const readAtMs = this.#now()
    this.#elapsedMs += Math.max(0, readAtMs - this.#readAtMs)
    this.#readAtMs = readAtMs
    return this.#elapsedMs
  }
}
