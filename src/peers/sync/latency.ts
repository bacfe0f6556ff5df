const shortestMs = 100
const longestMs = 3_000
/** Before the first answer. */
const initialMs = 1_000
/** Weight of the latest answer in the average. */
const weight = 0.2

/** Averages how long the answers of a peer take. */
export class Latency {
  #averageMs: number | undefined

  observe(milliseconds: number): void {
    this.#averageMs =
      this.#averageMs === undefined ? milliseconds : this.#averageMs * (1 - weight) + milliseconds * weight
  }

  /** Undefined before the first answer. */
  get averageMs(): number | undefined {
    return this.#averageMs
  }

  /** The age of a request to another peer from which on this peer, who would have answered twice, is asked too. */
  get patienceMs(): number {
    if (this.#averageMs === undefined) return initialMs
    return Math.min(longestMs, Math.max(shortestMs, 2 * this.#averageMs))
  }
}
