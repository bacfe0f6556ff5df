/** What can be told about catching up with the network. */
export interface SyncProgress {
  /** Number of our best block. */
  readonly current: number
  /** The highest block that peers with more work than ours have told; ours when there are none. */
  readonly highest: number
  readonly blocksPerSecond: number
  /** Undefined when there is nothing to catch up with, or no telling. */
  readonly secondsLeft: number | undefined
  readonly peers: number
  /** Why no blocks are taken in, although there are some. */
  readonly halted: string | undefined
}

const windowMs = 30_000
const sampleMs = 1_000

interface Sample {
  readonly time: number
  readonly blocks: number
}

/** Blocks per second, over the last half minute. */
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
    this.#blocks++
    const time = this.#now()
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

  /** The last sample before the window stays: counting starts from it. */
  #forgetBefore(time: number): void {
    const first = this.#samples.findIndex((sample) => sample.time >= time)
    if (first > 1) this.#samples = this.#samples.slice(first - 1)
    else if (first < 0) this.#samples = [{ time, blocks: this.#blocks }]
  }
}
