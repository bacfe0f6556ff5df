const kept = 128
/** The quantile is computed again after this many answers. */
const renewedAfter = 32

/** The durations of the latest answers of a node. */
export class Latencies {
  readonly #ms: number[] = []
  #count = 0
  #p95: number | undefined
  /** A moving average. */
  meanMs = 5

  add(ms: number): void {
    this.#ms[this.#count++ % kept] = ms
    this.meanMs += (ms - this.meanMs) / 16
    if (this.#count % renewedAfter === 0)
      this.#p95 = this.#ms.toSorted((a, b) => a - b)[Math.floor(this.#ms.length * 0.95)]
  }

  /** Undefined until enough answers were measured. */
  get p95Ms(): number | undefined {
    return this.#p95
  }
}
