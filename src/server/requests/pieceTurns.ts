/** After a request of another client, there is a pause after this many pieces. */
const politePieces = 16
/** With pauses, long answers get at most one part in this many of the thread's time. */
const partsOfTime = 5
const minimumPauseMs = 1
/** Requests before this time without long answers do not count. */
const forgottenMs = 20

/** The event loop. */
export interface Loop {
  readonly nowMs: () => number
  /** Calls back in the next turn. */
  readonly soon: (callBack: () => void) => void
  readonly after: (ms: number, callBack: () => void) => void
}

const eventLoop: Loop = {
  nowMs: () => performance.now(),
  soon: (callBack) => void setImmediate(callBack),
  after: (ms, callBack) => void setTimeout(callBack, ms),
}

/**
 * The order in which the pieces of all long answers are sent. One moves in a turn of the event loop, so that light calls go
 * between, and clients take turns, however many answers each of them reads. While other clients ask for something, the
 * thread pauses after each piece: the system lets a thread that is always busy wait for a core like any other busy program,
 * and each call would wait with it.
 */
export class PieceTurns {
  readonly #loop: Loop
  /** Clients → functions that send their pieces; the client whose turn is next is the first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  /** The client of the latest piece. */
  #latest: string | undefined
  /** Pieces that will be followed by a pause. */
  #polite = 0
  /** The end of the pause after the latest piece. */
  #pauseEndMs = 0
  #isScheduled = false

  constructor(loop = eventLoop) {
    this.#loop = loop
  }

  /** A client has sent a request. */
  heard(client: string): void {
    if (client !== this.#latest) this.#polite = politePieces
  }

  /** Calls `send` in a turn of the client. */
  next(client: string, send: () => void): void {
    const pieces = this.#waiting.get(client)
    if (pieces === undefined) this.#waiting.set(client, [send])
    else pieces.push(send)
    if (this.#isScheduled) return
    if (this.#loop.nowMs() > this.#pauseEndMs + forgottenMs) this.#polite = 0
    this.#schedule()
  }

  #schedule(): void {
    this.#isScheduled = true
    const give = (): void => this.#give()
    const pauseMs = this.#polite > 0 ? this.#pauseEndMs - this.#loop.nowMs() : 0
    if (pauseMs > 0) this.#loop.after(pauseMs, give)
    else this.#loop.soon(give)
  }

  #give(): void {
    this.#isScheduled = false
    const [first] = this.#waiting
    if (first === undefined) return
    const [client, pieces] = first
    this.#latest = client
    if (this.#polite > 0) this.#polite--
    const startedAtMs = this.#loop.nowMs()
    this.#waiting.delete(client)
    const send = pieces.shift()
    if (pieces.length > 0) this.#waiting.set(client, pieces)
    send?.()
    const endMs = this.#loop.nowMs()
    this.#pauseEndMs = endMs + Math.max(minimumPauseMs, (partsOfTime - 1) * (endMs - startedAtMs))
    if (this.#waiting.size > 0 && !this.#isScheduled) this.#schedule()
  }
}
