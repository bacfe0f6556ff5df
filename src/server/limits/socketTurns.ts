import { FairQueue } from '../../service/scheduling/fairQueue.ts'

/** Work of one turn of the event loop; the last piece of it may take longer. */
const sliceMs = 2
/** The same in the turns after one that accepted a connection: others may wait behind it, and each needs a turn. */
const acceptingSliceMs = 0.2
/** After such a pause the event loop is in another turn: two sockets that are read in one turn follow each other within microseconds. */
const idleMs = 1
/** More than the connections of a server: each has one piece of work that waits. */
const waiting = 100_000
/** Slices that stay short after a connection was accepted. */
const acceptingTurns = 4

/** A piece of work; `'reads'` when it makes a socket read, which takes time after it. */
export type TurnWork = () => 'reads' | undefined

/**
 * When requests are served. Node accepts one new connection in a turn of the event loop, and a turn lasts as long as its work:
 * hundreds of connections that ask at once, or a chunk of a socket with thousands of small requests, would keep all others
 * waiting. So requests are served as they come for a slice of each turn; the others wait, and their owners take turns by the
 * time that they used.
 */
export class SocketTurns {
  readonly #queue = new FairQueue<TurnWork>({ threads: 1, waitingPerOwner: waiting, waiting })
  #isScheduled = false
  #current = 0
  #isCounted = false
  /** The end of the slice. */
  #endMs = 0
  #workedAtMs = 0
  #isUsedUp = false
  /** Turns for which connections may be waiting. */
  #accepting = 0

  /** A number that is another one in each turn of the event loop in which it is asked for. */
  get current(): number {
    if (this.#isCounted) return this.#current
    this.#isCounted = true
    setImmediate(() => {
      this.#isCounted = false
      this.#current++
    })
    return this.#current
  }

  /** A connection was accepted. */
  accepted(): void {
    this.#accepting = acceptingTurns
    // The slice of this turn may have begun before.
    this.#endMs = Math.min(this.#endMs, performance.now() + acceptingSliceMs)
  }

  /** Whether a request may be served now, without waiting for a turn. `worked` is called after it. */
  get hasTime(): boolean {
    const nowMs = performance.now()
    const isIdle = nowMs - this.#workedAtMs > idleMs
    this.#workedAtMs = nowMs
    if (nowMs < this.#endMs) return true
    if (isIdle) {
      this.#endMs = nowMs + this.#sliceMs()
      return true
    }
    if (!this.#isUsedUp) {
      this.#isUsedUp = true
      setImmediate(() => {
        this.#isUsedUp = false
        this.#endMs = performance.now() + this.#sliceMs()
      })
    }
    return false
  }

  /** A request has been served. */
  worked(): void {
    this.#workedAtMs = performance.now()
  }

  /** Does the work, a function of its own, in a later turn of the event loop when it is its owner's turn. It must not throw. */
  add(owner: string, work: TurnWork): void {
    if (!this.#queue.add(owner, work)) setImmediate(work)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.waiting === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#workFor(this.#sliceMs())
      this.#schedule()
    })
  }

  #sliceMs(): number {
    if (this.#accepting === 0) return sliceMs
    this.#accepting--
    return acceptingSliceMs
  }

  #workFor(maximumMs: number): void {
    const startMs = performance.now()
    for (let nowMs = startMs; nowMs - startMs < maximumMs; ) {
      const turn = this.#queue.next()
      if (turn === undefined) return
      const beginMs = nowMs
      const outcome = turn.job()
      nowMs = performance.now()
      turn.finished(nowMs - beginMs)
      this.#workedAtMs = nowMs
      if (outcome === 'reads') return
    }
  }
}
