/** How often values fell into ranges; kept as Prometheus wants it. */
export class Histogram {
  readonly #bounds: readonly number[]
  readonly #counts: Float64Array
  #sum = 0
  #count = 0

  /** Upper bounds, ascending; larger values are counted beyond them. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length)
  }

  add(value: number): void {
    this.#sum += value
    this.#count++
    for (let i = 0; i < this.#bounds.length; i++) {
      if (value > this.#bounds[i]!) continue
      this.#counts[i]!++
      return
    }
  }

  get sum(): number {
    return this.#sum
  }

  get count(): number {
    return this.#count
  }

  /** An estimate of the value below which a share of the values is, by its range; undefined without values. */
  quantile(share: number): number | undefined {
    let below = 0
    let lower = 0
    for (const [bound, count] of this.cumulative()) {
      if (count > 0 && count >= share * this.#count) {
        return lower + ((bound - lower) * (share * this.#count - below)) / Math.max(1, count - below)
      }
      below = count
      lower = bound
    }
    return this.#count === 0 ? undefined : lower
  }

  /** Each bound with the number of values up to it. */
  *cumulative(): Generator<readonly [bound: number, count: number]> {
    let total = 0
    for (const [i, bound] of this.#bounds.entries()) {
      total += this.#counts[i]!
      yield [bound, total]
    }
  }
}

/** Bounds of ranges in seconds: light calls take tens of microseconds, traces take seconds. */
export const latencyBounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
