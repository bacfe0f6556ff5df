/** The producer of the pieces. */
export interface PieceMaker {
  /** Starts the production. */
  begin(): void
  /** The reader has consumed a piece. */
  taken(): void
  /** Ends the production: the reader has left. */
  abandon(): void
}

type Next = IteratorResult<string, undefined>
const finished: Next = { done: true, value: undefined }

interface Waiting {
  readonly resolve: (next: Next) => void
  readonly reject: (error: Error) => void
}

/**
 * The text of one answer between its producer and one reader, who requests one piece at a time. The production starts
 * with the first request.
 */
export class TracePieces implements AsyncIterableIterator<string> {
  readonly #maker: PieceMaker
  readonly #pieces: string[] = []
  #state: 'new' | 'open' | 'ended' = 'new'
  #failure: Error | undefined
  #waiting: Waiting | undefined

  constructor(maker: PieceMaker) {
    this.#maker = maker
  }

  next(): Promise<Next> {
    if (this.#state === 'new') {
      this.#state = 'open'
      this.#maker.begin()
    }
    const piece = this.#pieces.shift()
    if (piece !== undefined) {
      this.#maker.taken()
      return Promise.resolve({ done: false, value: piece })
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#state === 'ended') return Promise.resolve(finished)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  async return(): Promise<Next> {
    const wasOpen = this.#state === 'open'
    this.#pieces.length = 0
    this.end()
    if (wasOpen) this.#maker.abandon()
    return finished
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  add(piece: string): void {
    if (this.#state === 'ended') return
    const waiting = this.#waiting
    if (waiting === undefined) {
      this.#pieces.push(piece)
      return
    }
    this.#waiting = undefined
    this.#maker.taken()
    waiting.resolve({ done: false, value: piece })
  }

  /** Ends the text, with a failure if pieces are missing. */
  end(failure?: Error): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    const waiting = this.#waiting
    this.#waiting = undefined
    if (failure === undefined) waiting?.resolve(finished)
    else if (waiting === undefined) this.#failure = failure
    else waiting.reject(failure)
  }
}
