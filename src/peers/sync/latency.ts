const shortestMs = 250
const longestMs = 3_000
/** Before the first answer. */
const initialMs = 1_000

/** Averages how long answers take, which gives the time before another peer is asked too. */
export class Latency {
  #averageMs: number | undefined

  observe(milliseconds: number): void {
    this.#averageMs =
      this.#averageMs === undefined ? milliseconds : this.#averageMs * 0.95 + milliseconds * 0.05
  }

  get patienceMs(): number {
    if (this.#averageMs === undefined) return initialMs
    return Math.min(longestMs, Math.max(shortestMs, 4 * this.#averageMs))
  }
}
