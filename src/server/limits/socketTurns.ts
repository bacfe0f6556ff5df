import { FairQueue } from '../../service/scheduling/fairQueue.ts'

/** Work of one turn of the event loop; the last piece of it may take longer. */
const sliceMs = 2
/** More than the connections of a server: each has one piece of work that waits. */
const waiting = 100_000

/** A piece of work; `'reads'` when it makes a socket read, which takes time after it. */
export type TurnWork = () => 'reads' | undefined

/**
 * When the further requests of a connection are served that sent many at once. A chunk of a socket holds thousands of small
 * ones, and a socket delivers up to 32 chunks in a turn of the event loop: served as they come, they would keep all other
 * clients waiting for seconds. Owners take turns by the time that they used.
 */
export class SocketTurns {
  readonly #queue = new FairQueue<TurnWork>({ threads: 1, waitingPerOwner: waiting, waiting })
  #isScheduled = false
  #current = 0
  #isCounted = false
  #startMs = 0

  /** A number that is another one in each turn of the event loop in which it is asked for. */
  get current(): number {
    this.#beginTurn()
    return this.#current
  }

  /** Whether further requests of a connection may be served now, without waiting for a turn. */
  get hasTime(): boolean {
    this.#beginTurn()
    return performance.now() - this.#startMs < sliceMs
  }

  /** Does the work, a function of its own, in a later turn of the event loop when it is its owner's turn. It must not throw. */
  add(owner: string, work: TurnWork): void {
    if (!this.#queue.add(owner, work)) setImmediate(work)
    this.#schedule()
  }

  #beginTurn(): void {
    if (this.#isCounted) return
    this.#isCounted = true
    this.#startMs = performance.now()
    setImmediate(() => {
      this.#isCounted = false
      this.#current++
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.waiting === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#workFor(sliceMs)
      this.#schedule()
    })
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
      if (outcome === 'reads') return
    }
  }
}
