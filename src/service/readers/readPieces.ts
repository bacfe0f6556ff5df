import { giveBack, type Piece } from '../../rpc/json/piece.ts'

/** The producer of the pieces. */
export interface PieceMaker {
  /** The reader has consumed a piece, or there is room to keep it. */
  taken(): void
  /** Stops the producer: the reader has disconnected. */
  abandon(): void
  /** Reserves memory for text that waits for its reader; undefined when the client has too much unread text. */
  hold(length: number): (() => void) | undefined
}

/** Maximum characters of one answer that are kept for its reader; beyond them the producer waits. */
const keptLength = 16 << 20

type Next = IteratorResult<Piece, undefined>
const finished: Next = { done: true, value: undefined }

interface Waiting {
  readonly resolve: (next: Next) => void
  readonly reject: (error: Error) => void
}

interface KeptPiece {
  readonly piece: Piece
  /** Called when the reader takes the piece. */
  readonly taken: () => void
}

/**
 * The text of one answer between its producer and one reader, which requests one piece at a time. While the reader may have
 * more unread text, pieces are kept for it and the producer continues, so that slow readers do not occupy threads.
 */
export class ReadPieces implements AsyncIterableIterator<Piece> {
  readonly #maker: PieceMaker
  readonly #pieces: KeptPiece[] = []
  #kept = 0
  #isEnded = false
  #failure: Error | undefined
  #waiting: Waiting | undefined

  constructor(maker: PieceMaker) {
    this.#maker = maker
  }

  next(): Promise<Next> {
    const kept = this.#pieces.shift()
    if (kept !== undefined) {
      kept.taken()
      return Promise.resolve({ done: false, value: kept.piece })
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#isEnded) return Promise.resolve(finished)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  async return(): Promise<Next> {
    const wasOpen = !this.#isEnded
    for (const { piece, taken } of this.#pieces.splice(0)) {
      giveBack(piece)
      taken()
    }
    this.end()
    if (wasOpen) this.#maker.abandon()
    return finished
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  add(piece: Piece): void {
    if (this.#isEnded) {
      giveBack(piece)
      return
    }
    const waiting = this.#waiting
    if (waiting === undefined) {
      this.#keep(piece)
      return
    }
    this.#waiting = undefined
    this.#maker.taken()
    waiting.resolve({ done: false, value: piece })
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

  #keep(piece: Piece): void {
    const { length } = piece
    const release = this.#kept + length > keptLength ? undefined : this.#maker.hold(length)
    if (release === undefined) {
      this.#pieces.push({ piece, taken: () => this.#maker.taken() })
      return
    }
    this.#kept += length
    this.#maker.taken()
    const taken = (): void => {
      this.#kept -= length
      release()
    }
    this.#pieces.push({ piece, taken })
  }
}
