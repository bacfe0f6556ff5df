/** A remembered event costs a few bytes; more keys at once than this are an attack, which one line announces too. */
const maximumKeys = 1_000

/**
 * Lets an event that clients cause be logged once a minute for each key, with the number of those in between: a log must
 * not grow as fast as an attacker connects.
 */
export class RareEvents {
  readonly #elapsedMs: () => number
  readonly #intervalMs: number
  readonly #known = new Map<string, { untilMs: number; count: number }>()

  /** `elapsedMs` is a monotonic clock. */
  constructor(elapsedMs: () => number, intervalMs = 60_000) {
    this.#elapsedMs = elapsedMs
    this.#intervalMs = intervalMs
  }

  /** The number of events of the key since the last that was logged, this one included; undefined to log nothing. */
  add(key: string): number | undefined {
    const nowMs = this.#elapsedMs()
    const known = this.#known.get(key)
    if (known !== undefined && nowMs < known.untilMs) {
      known.count++
      return undefined
    }
    if (known === undefined && this.#known.size >= maximumKeys) this.#known.clear()
    this.#known.set(key, { untilMs: nowMs + this.#intervalMs, count: 0 })
    return (known?.count ?? 0) + 1
  }
}
