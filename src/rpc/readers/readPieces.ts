/** The producer of the pieces. */
export interface PieceMaker {
  /** The reader has consumed a piece, or there is room to keep it. */
  taken(): void
  /** Ends the production: the reader has left. */
  abandon(): void
  /** Reserves memory for text that waits for its reader; undefined when the client has too much unread text. */
  hold(length: number): (() => void) | undefined
}

/** Characters of one answer that are kept for its reader; beyond them the producer waits. */
const keptLength = 16 << 20

type Next = IteratorResult<string, undefined>
const finished: Next = { done: true, value: undefined }

interface Waiting {
  readonly resolve: (next: Next) => void
  readonly reject: (error: Error) => void
}

interface Piece {
  readonly text: string
  /** Called when the reader takes the piece. */
  readonly taken: () => void
}

/**
 * The text of one answer between its producer and one reader, who requests one piece at a time. While the reader may
 * have more unread text, pieces are kept for it and the producer goes on, so that slow readers do not occupy threads.
 */
export class ReadPieces implements AsyncIterableIterator<string> {
  readonly #maker: PieceMaker
  readonly #pieces: Piece[] = []
  #kept = 0
  #isEnded = false
  #failure: Error | undefined
  #waiting: Waiting | undefined

  constructor(maker: PieceMaker) {
    this.#maker = maker
  }

  next(): Promise<Next> {
    const piece = this.#pieces.shift()
    if (piece !== undefined) {
      piece.taken()
      return Promise.resolve({ done: false, value: piece.text })
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#isEnded) return Promise.resolve(finished)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  async return(): Promise<Next> {
    const wasOpen = !this.#isEnded
    for (const piece of this.#pieces.splice(0)) piece.taken()
    this.end()
    if (wasOpen) this.#maker.abandon()
    return finished
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  add(text: string): void {
    if (this.#isEnded) return
    const waiting = this.#waiting
    if (waiting === undefined) {
      this.#keep(text)
      return
    }
    this.#waiting = undefined
    this.#maker.taken()
    waiting.resolve({ done: false, value: text })
  }

  /** Ends the text, with a failure if pieces are missing. */
  end(failure?: Error): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const waiting = this.#waiting
    this.#waiting = undefined
    if (failure === undefined) waiting?.resolve(finished)
    else if (waiting === undefined) this.#failure = failure
    else waiting.reject(failure)
  }

  #keep(text: string): void {
    const { length } = text
    const release = this.#kept + length > keptLength ? undefined : this.#maker.hold(length)
    if (release === undefined) {
      this.#pieces.push({ text, taken: () => this.#maker.taken() })
      return
    }
    this.#kept += length
    this.#maker.taken()
    const taken = (): void => {
      this.#kept -= length
      release()
    }
    this.#pieces.push({ text, taken })
  }
}
