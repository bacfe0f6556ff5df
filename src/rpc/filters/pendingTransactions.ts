import type { Hash } from '../../primitives/bytes.ts'

/** The last transactions that have become pending, numbered from 0; older ones than it has room for are lost. */
export class PendingTransactions {
  readonly #capacity: number
  readonly #hashes: Hash[] = []
  #count = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** How many there have been. */
  get count(): number {
    return this.#count
  }

  add(hash: Hash): void {
    this.#hashes[this.#count++ % this.#capacity] = hash
  }

  /** Those with this number and above, as far as they are remembered. */
  since(number: number): Hash[] {
    const first = Math.max(number, this.#count - this.#capacity)
    return Array.from(
      { length: this.#count - first },
      (_, index) => this.#hashes[(first + index) % this.#capacity]!,
    )
  }
}
