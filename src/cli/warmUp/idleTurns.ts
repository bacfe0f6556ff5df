import type { TrafficLook } from '../../server/traffic.ts'

export interface IdleTurnsParts {
  /** Does one slice of the work each time it is called; false when the work is done. */
  readonly work: () => Promise<boolean>
  /** What clients did since the call before. */
  readonly look: () => TrafficLook
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Milliseconds of processor time that the process has used. */
  readonly usedMs: () => number
  readonly limits: IdleLimits
}

export interface IdleLimits {
  /** The work starts after the first answer, or after this time without a request. */
  readonly firstMs: number
  /** Time without a request before the next slice. */
  readonly quietMs: number
  /** Processor time of all slices together. */
  readonly workMs: number
  /** Bytes of requests after which the work is useless, because the requests have done the same. */
  readonly requestBytes: number
}

/**
 * Does work of the main thread in slices while no client asks. Between two slices the thread takes what has arrived, so a
 * request waits for one slice at most. The first failure ends the work.
 */
export class IdleTurns {
  /** Resolves when the work has ended, with the number of its slices. */
  readonly done: Promise<number>
  readonly #parts: IdleTurnsParts
  readonly #startedAt: number
  #tellDone: (slices: number) => void = () => {}
  #busyAt = Number.NEGATIVE_INFINITY
  #hasAnswered = false
  #requestBytes = 0
  #workedMs = 0
  #slices = 0
  #isEnded = false
  #cancel: () => void = () => {}

  constructor(parts: IdleTurnsParts) {
    this.#parts = parts
    this.#startedAt = parts.now()
    this.done = new Promise((resolve) => {
      this.#tellDone = resolve
    })
    this.#wait()
  }

  /** No slice begins after this; a second call has no effect. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#cancel()
    this.#tellDone(this.#slices)
  }

  #turn(): void {
    this.#notice(this.#parts.look())
    const { workMs, requestBytes } = this.#parts.limits
    if (this.#workedMs >= workMs || this.#requestBytes >= requestBytes) this.end()
    else if (this.#mayWork()) void this.#work()
    else this.#wait()
  }

  #notice({ receivedBytes, isAnswering }: TrafficLook): void {
    this.#requestBytes += receivedBytes
    this.#hasAnswered ||= receivedBytes > 0 && !isAnswering
    if (receivedBytes > 0 || isAnswering) this.#busyAt = this.#parts.now()
  }

  #mayWork(): boolean {
    const now = this.#parts.now()
    const { firstMs, quietMs } = this.#parts.limits
    return now - this.#busyAt >= quietMs && (this.#hasAnswered || now - this.#startedAt >= firstMs)
  }

  async #work(): Promise<void> {
    const { usedMs, work } = this.#parts
    const before = usedMs()
    this.#slices++
    const hasMore = await work().catch(() => false)
    this.#workedMs += usedMs() - before
    if (!hasMore) this.end()
    else if (!this.#isEnded) this.#next()
  }

  /** After the thread has taken what arrived during the slice. */
  #next(): void {
    const immediate = setImmediate(() => this.#turn())
    this.#cancel = () => clearImmediate(immediate)
  }

  #wait(): void {
    const timer = setTimeout(() => this.#turn(), this.#parts.limits.quietMs).unref()
    this.#cancel = () => clearTimeout(timer)
  }
}
