import type { Hash } from '../../primitives/bytes.ts'

/** How many pending transactions a client has been told of, and in which run of the service. */
export interface PendingCursor {
  readonly run: string
  readonly count: number
}

/**
 * The last transactions that have become pending, numbered from 0; older ones than it has room for are lost. The
 * numbers mean something in this run only: nobody keeps the order in which transactions began to wait.
 */
export class PendingTransactions {
  readonly #run: string
  readonly #capacity: number
  readonly #hashes: Hash[] = []
  #count = 0

  /** `run` tells this run from all others. */
  constructor(run: string, capacity: number) {
    this.#run = run
    this.#capacity = capacity
  }

  /** Behind all there have been. */
  get cursor(): PendingCursor {
    return { run: this.#run, count: this.#count }
  }

  add(hash: Hash): void {
    this.#hashes[this.#count++ % this.#capacity] = hash
  }

  /** Those behind the cursor, as far as they are remembered; all of them when it is of another run. */
  since({ run, count }: PendingCursor): Hash[] {
    const first = Math.max(run === this.#run ? count : 0, this.#count - this.#capacity)
    return Array.from(
      { length: this.#count - first },
      (_, index) => this.#hashes[(first + index) % this.#capacity]!,
    )
  }

  /** Whether nothing came behind the cursor. */
  isNewest({ run, count }: PendingCursor): boolean {
    return run === this.#run && count === this.#count
  }
}
