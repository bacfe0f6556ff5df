/** Answers on their way to clients, who may be slow to read them: all of them together are bounded. */
export class Outgoing {
  readonly #maximum: number
  #length = 0

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  /** No further call should be answered now. */
  get isFull(): boolean {
    return this.#length > this.#maximum
  }

  /** Counts an answer until the function that it returns is called. */
  add(length: number): () => void {
    this.#length += length
    return () => {
      this.#length -= length
    }
  }
}
