import type { Hash } from '../../primitives/bytes.ts'
import type { PendingCursor, PendingNews } from '../../rpc/method/clientFilters.ts'

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

  /**
   * The kept transactions after the cursor, and the cursor after them. Returns all kept transactions for a cursor of another
   * run, and the same cursor when no transaction came after it.
   */
  news(cursor: PendingCursor): PendingNews {
    const isOfThisRun = cursor.run === this.#run
    if (isOfThisRun && cursor.count === this.#count) return { hashes: [], cursor }
    const first = Math.max(isOfThisRun ? cursor.count : 0, this.#count - this.#capacity)
    const hashes = Array.from(
      { length: this.#count - first },
      (_, index) => this.#hashes[(first + index) % this.#capacity]!,
    )
    return { hashes, cursor: this.cursor }
  }
}
