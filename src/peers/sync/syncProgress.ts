/** Progress of catching up with the network. */
export interface SyncProgress {
  /** Number of our best block. */
  readonly current: number
  /** The highest best block of the peers with more work than ours; our own when there are no such peers. */
  readonly highest: number
  readonly blocksPerSecond: number
  /** Undefined when our chain is not behind, or no block was imported in the last half minute. */
  readonly secondsLeft: number | undefined
  readonly peers: number
  /** Why no blocks are imported although peers have new ones; undefined while importing. */
  readonly halted: string | undefined
}

/** How far a node has come in catching up with its peers. */
export interface SyncStatus {
  readonly startingBlock: number
  readonly currentBlock: number
  readonly highestBlock: number
}

const windowMs = 30_000
const sampleMs = 1_000

interface Sample {
  readonly time: number
  readonly blocks: number
}

/** Imported blocks per second over the last half minute. */
export class BlockRate {
  readonly #now: () => number
  #samples: Sample[]
  #blocks = 0

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
    this.#samples = [{ time: now(), blocks: 0 }]
  }

  count(): void {
    const time = this.#now()
    // The time until the first block, in which peers were found or a snapshot was fetched, would lower the rate.
    if (this.#blocks === 0) this.#samples = [{ time, blocks: 0 }]
    this.#blocks++
    if (time - this.#samples.at(-1)!.time >= sampleMs) this.#samples.push({ time, blocks: this.#blocks })
    this.#forgetBefore(time - windowMs)
  }

  get perSecond(): number {
    const time = this.#now()
    this.#forgetBefore(time - windowMs)
    const oldest = this.#samples[0]!
    const elapsed = time - oldest.time
    return elapsed < sampleMs ? 0 : (1000 * (this.#blocks - oldest.blocks)) / elapsed
  }

  /** Keeps the last sample before the window, which is the base of the count. */
  #forgetBefore(time: number): void {
    const first = this.#samples.findIndex((sample) => sample.time >= time)
    if (first > 1) this.#samples = this.#samples.slice(first - 1)
    else if (first < 0) this.#samples = [{ time, blocks: this.#blocks }]
  }
}
