/**
 * The JSON text of a trace, which is made when it is asked for. A thread that sends pieces while it works calls `write`;
 * who reads the text where it is made gets it after the whole work.
 */
export class TraceText implements AsyncIterable<string> {
  readonly #make: (write: (piece: string) => void) => void

  constructor(make: (write: (piece: string) => void) => void) {
    this.#make = make
  }

  /** Makes the text; throws `TraceError` if that is impossible, and the pieces already written must be discarded. */
  write(write: (piece: string) => void): void {
    this.#make(write)
  }

  /** The whole text. */
  whole(): string {
    return this.#pieces().join('')
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    yield* this.#pieces()
  }

  #pieces(): string[] {
    const pieces: string[] = []
    this.#make((piece) => pieces.push(piece))
    return pieces
  }
}
