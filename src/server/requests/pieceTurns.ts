import { FairQueue } from '../../primitives/turns/fairQueue.ts'
import { perConnection } from '../limits/socketTurns.ts'

/** After a request of another client, there is a pause after this many pieces. */
const politePieces = 16
/** A pause lasts 1 ms for each 512 KiB of the piece, at least 1 ms: four times as long as writing them takes. */
const bytesPerPauseMs = 512 * 1024

interface Piece {
  readonly client: string
  readonly length: number
  readonly send: () => void
}

/**
 * The order in which the pieces of all long answers are sent. One moves in a turn of the event loop, so that light calls go
 * between, and clients take turns by the bytes of their pieces. While other clients ask for something, the thread pauses after
 * each piece: the system lets a thread that is always busy wait for a core like any other busy program, and each call would
 * wait with it.
 */
export class PieceTurns {
  readonly #queue = new FairQueue<Piece>(perConnection)
  /** The client of the latest piece. */
  #latest: string | undefined
  /** Pieces that will be followed by a pause. */
  #polite = 0
  #isScheduled = false

  /** A client has sent a request. */
  heard(client: string): void {
    if (client !== this.#latest) this.#polite = politePieces
  }

  /** Calls `send`, which writes a piece of this length, in a turn of the client. */
  next(client: string, length: number, send: () => void): void {
    if (!this.#queue.add(client, { client, length, send })) setImmediate(send)
    if (!this.#isScheduled) this.#schedule()
  }

  #schedule(pauseMs = 0): void {
    this.#isScheduled = true
    const give = (): void => this.#give()
    if (pauseMs > 0) setTimeout(give, pauseMs)
    else setImmediate(give)
  }

  #give(): void {
    this.#isScheduled = false
    const turn = this.#queue.next()
    if (turn === undefined) {
      this.#polite = 0
      return
    }
    const { client, length, send } = turn.job
    this.#latest = client
    send()
    turn.finished(length)
    if (this.#polite > 0) {
      this.#polite--
      this.#schedule(Math.max(1, length / bytesPerPauseMs))
    } else if (this.#queue.waiting > 0 && !this.#isScheduled) this.#schedule()
  }
}
