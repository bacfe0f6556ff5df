import type { MeasuredCall } from '../../rpc/envelope/answerContext.ts'
import { Histogram, latencyBounds } from './histogram.ts'

/** What a server answered in a minute. */
export interface MinuteOfTraffic {
  /** Minutes since 1970. */
  readonly minute: number
  readonly calls: number
  /** Calls that were answered with an error. */
  readonly errors: number
  /** Requests that were refused before they were calls. */
  readonly refusals: number
  readonly bytes: number
  /** Null for a minute without calls. */
  readonly p50Ms: number | null
  readonly p99Ms: number | null
}

interface Minute {
  readonly minute: number
  calls: number
  errors: number
  refusals: number
  bytes: number
  readonly latencies: Histogram
}

const minuteMs = 60_000
export const minutesKept = 24 * 60

/** The traffic of each minute of the last day. */
export class TrafficHistory {
  readonly #now: () => number
  /** Oldest first; minutes without traffic are absent. */
  readonly #minutes: Minute[] = []

  /** `now` is in milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  called({ ms, errorCode, work }: Pick<MeasuredCall, 'ms' | 'errorCode' | 'work'>): void {
    const minute = this.#current()
    minute.calls++
    minute.bytes += work.bytes
    minute.latencies.add(ms)
    if (errorCode !== undefined) minute.errors++
  }

  refused(): void {
    this.#current().refusals++
  }

  /** The last minutes that had traffic, oldest first. */
  last(count: number): MinuteOfTraffic[] {
    const after = Math.floor(this.#now() / minuteMs) - count
    return this.#minutes
      .filter(({ minute }) => minute > after)
      .map(({ latencies, ...counts }) => ({
        ...counts,
        p50Ms: latencies.quantile(0.5) ?? null,
        p99Ms: latencies.quantile(0.99) ?? null,
      }))
  }

  #current(): Minute {
    const minute = Math.floor(this.#now() / minuteMs)
    const last = this.#minutes.at(-1)
    // A clock that was set back counts into the last minute.
    if (last !== undefined && last.minute >= minute) return last
    const latencies = new Histogram(latencyBounds.map((seconds) => seconds * 1000))
    const next = { minute, calls: 0, errors: 0, refusals: 0, bytes: 0, latencies }
    this.#minutes.push(next)
    while (this.#minutes[0]!.minute <= minute - minutesKept) this.#minutes.shift()
    return next
  }
}
