import { FairQueue } from '../../primitives/turns/fairQueue.ts'
import { perConnection } from '../limits/socketTurns.ts'

/** After a request of another client, there is a pause after this many pieces. */
const politePieces = 16
/** With pauses, long answers get at most one part in this many of the thread's time. */
const partsOfTime = 5
const minimumPauseMs = 1
/** Requests before this time without long answers do not count. */
const forgottenMs = 20

interface Piece {
  readonly client: string
  readonly send: () => void
}

/**
 * The order in which the pieces of all long answers are sent. One moves in a turn of the event loop, so that light calls go
 * between, and clients take turns by the time of their pieces. While other clients ask for something, the thread pauses after
 * each piece: the system lets a thread that is always busy wait for a core like any other busy program, and each call would
 * wait with it.
 */
export class PieceTurns {
  readonly #queue = new FairQueue<Piece>(perConnection)
  /** The client of the latest piece. */
  #latest: string | undefined
  /** Pieces that will be followed by a pause. */
  #polite = 0
  /** The end of the pause after the latest piece. */
  #pauseEndMs = 0
  #isScheduled = false

  /** A client has sent a request. */
  heard(client: string): void {
    if (client !== this.#latest) this.#polite = politePieces
  }

  /** Calls `send` in a turn of the client. */
  next(client: string, send: () => void): void {
    if (!this.#queue.add(client, { client, send })) setImmediate(send)
    if (this.#isScheduled) return
    if (performance.now() > this.#pauseEndMs + forgottenMs) this.#polite = 0
    this.#schedule()
  }

  #schedule(): void {
    this.#isScheduled = true
    const give = (): void => this.#give()
    const pauseMs = this.#polite > 0 ? this.#pauseEndMs - performance.now() : 0
    if (pauseMs > 0) setTimeout(give, pauseMs)
    else setImmediate(give)
  }

  #give(): void {
    this.#isScheduled = false
    const turn = this.#queue.next()
    if (turn === undefined) return
    const { client, send } = turn.job
    this.#latest = client
    if (this.#polite > 0) this.#polite--
    const startedAtMs = performance.now()
    send()
    const endMs = performance.now()
    turn.finished(endMs - startedAtMs)
    this.#pauseEndMs = endMs + Math.max(minimumPauseMs, (partsOfTime - 1) * (endMs - startedAtMs))
    if (this.#queue.waiting > 0 && !this.#isScheduled) this.#schedule()
  }
}
