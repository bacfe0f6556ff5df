/** Counts the characters of answers that clients have not read yet; all of them together are bounded. */
export class Outgoing {
  readonly #maximum: number
  #length = 0

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  /** Whether further requests must be refused now. */
  get isFull(): boolean {
    return this.#length > this.#maximum
  }

  /** Counts an answer until the returned function is called. */
  add(length: number): () => void {
    this.#length += length
    return () => {
      this.#length -= length
    }
  }
}
