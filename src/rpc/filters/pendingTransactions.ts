import type { Hash } from '../../primitives/bytes.ts'

/** How many pending transactions a client has seen, and in which run of the service. */
export interface PendingCursor {
  readonly run: string
  readonly count: number
}

/**
 * The latest transactions that have become pending, numbered from 0; the oldest are dropped beyond the capacity. The
 * numbers are valid in this run only, because the order in which transactions became pending is not stored.
 */
export class PendingTransactions {
  readonly #run: string
  readonly #capacity: number
  readonly #hashes: Hash[] = []
  #count = 0

  /** `run` identifies this run of the service. */
  constructor(run: string, capacity: number) {
    this.#run = run
    this.#capacity = capacity
  }

  /** The cursor after the latest transaction. */
  get cursor(): PendingCursor {
    return { run: this.#run, count: this.#count }
  }

  add(hash: Hash): void {
    this.#hashes[this.#count++ % this.#capacity] = hash
  }

  /** The kept transactions after the cursor; all of them when the cursor is of another run. */
  since({ run, count }: PendingCursor): Hash[] {
    const first = Math.max(run === this.#run ? count : 0, this.#count - this.#capacity)
    return Array.from(
      { length: this.#count - first },
      (_, index) => this.#hashes[(first + index) % this.#capacity]!,
    )
  }

  /** Whether no transaction came after the cursor. */
  isNewest({ run, count }: PendingCursor): boolean {
    return run === this.#run && count === this.#count
  }
}
