const shortest = 250
const longest = 3_000
/** Until anything is known. */
const usual = 1_000

/** How long answers take, and from that, how long to wait before somebody else is asked too. */
export class Latency {
  #averageMs: number | undefined

  observe(milliseconds: number): void {
    this.#averageMs =
      this.#averageMs === undefined ? milliseconds : this.#averageMs * 0.95 + milliseconds * 0.05
  }

  get patienceMs(): number {
    if (this.#averageMs === undefined) return usual
    return Math.min(longest, Math.max(shortest, 4 * this.#averageMs))
  }
}
