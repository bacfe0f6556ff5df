import { FairQueue, type FairQueueLimits } from '../../primitives/turns/fairQueue.ts'

/** The part of one turn of the event loop for requests, however much work they are; the last of them may take longer. */
const sliceMs = 2
/** After such a pause the event loop is in another turn: sockets that are read in one turn follow each other within microseconds. */
const idleMs = 1
/**
 * While connections are accepted, one turn in this many serves a request. Behind 900 connections, with 300 others that ask all the
 * time, a newcomer then waits for 150 ms of this thread; without this rule it waits for 2,800 ms.
 */
const acceptingTurns = 4
/** More than the connections of a server: each has one piece of work that waits. */
const waiting = 100_000
export const perConnection: FairQueueLimits = { atOnce: 1, waitingPerOwner: waiting, waiting }

/**
 * When requests are served. Node accepts one new connection in a turn of the event loop, and a turn lasts as long as its work:
 * hundreds of connections that ask at once, or a chunk of a socket with thousands of small requests, would keep all others
 * waiting. So requests are served as they come for a slice of each turn; the others wait, and their owners take turns by the
 * work of their calls. While connections are accepted, few requests are served: others may wait behind the connection, and each
 * needs a turn.
 */
export class SocketTurns {
  readonly #queue = new FairQueue<() => void>(perConnection)
  #isScheduled = false
  /** The end of the slice. */
  #endMs = 0
  #workedAtMs = 0
  /** No slice begins before the end of this turn. */
  #isUsedUp = false
  /** A connection was accepted in this turn. */
  #hasAccepted = false
  /** Turns that accepted a connection. */
  #accepted = 0
  /** Units of all calls that were answered. */
  #spent = 0

  /** A connection was accepted. */
  accepted(): void {
    this.#hasAccepted = true
    this.#useUp()
  }

  /** Whether a request may be served now: the slice of this turn lasts, or begins. `worked` is called after it. */
  takeSlice(): boolean {
    const nowMs = performance.now()
    const isIdle = nowMs - this.#workedAtMs > idleMs
    this.#workedAtMs = nowMs
    if (nowMs < this.#endMs) {
      // The slice is half used: schedule a new one, so that several short turns in sequence do not use it up.
      if (nowMs > this.#endMs - sliceMs / 2) this.#schedule()
      return true
    }
    if (isIdle && !this.#isUsedUp) {
      this.#endMs = nowMs + sliceMs
      return true
    }
    this.#useUp()
    return false
  }

  /** A call of this many units was answered. */
  spent(units: number): void {
    this.#spent += units
  }

  /** A request has been served. */
  worked(): void {
    this.#workedAtMs = performance.now()
  }

  /** Does the work, a function of its own, in a later turn of the event loop when it is its owner's turn. It must not throw. */
  add(owner: string, work: () => void): void {
    if (!this.#queue.add(owner, work)) setImmediate(work)
    this.#schedule()
  }

  #useUp(): void {
    this.#isUsedUp = true
    this.#endMs = 0
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#endTurn())
  }

  /** Serves what waits, and begins the slice of the next turn, in which another connection may be accepted. */
  #endTurn(): void {
    const isAccepting = this.#hasAccepted
    this.#isScheduled = false
    this.#hasAccepted = false
    if (!isAccepting) this.#workFor(sliceMs)
    else if (this.#accepted++ % acceptingTurns === 0) this.#workFor(0)
    this.#isUsedUp = isAccepting
    this.#endMs = isAccepting ? 0 : performance.now() + sliceMs
    if (isAccepting || this.#queue.waiting > 0) this.#schedule()
  }

  /** Does one piece of work at least. */
  #workFor(maximumMs: number): void {
    const startMs = performance.now()
    let nowMs = startMs
    do {
      const turn = this.#queue.next()
      if (turn === undefined) return
      const before = this.#spent
      turn.job()
      turn.finished(1 + this.#spent - before)
      nowMs = performance.now()
      this.#workedAtMs = nowMs
    } while (nowMs - startMs < maximumMs)
  }
}
