import { limitExceeded } from '../../rpc/errors/errors.ts'
import { FairQueue } from '../scheduling/fairQueue.ts'

/** Reads of the past that are under way at once, for all resumed subscriptions together. */
const readsAtOnce = 8
/** A key has 2,000 places of subscriptions, and each waits for one thing. */
const waitingPerOwner = 4_000
const waiting = 40_000

/**
 * When resumed subscriptions read what they have missed and deliver it. After a restart all subscribers of a server come back
 * at once: their reads must not fill the queues of other calls, and only one part is delivered in a turn of the event loop.
 * Owners take turns by the time that they used.
 */
export class PastTurns {
  readonly #reads = new FairQueue<() => Promise<void>>({ threads: readsAtOnce - 1, waitingPerOwner, waiting })
  readonly #deliveries = new FairQueue<() => void>({ threads: 1, waitingPerOwner, waiting })
  #isDelivering = false

  /** Runs a read when it is its owner's turn. */
  read<Read>(owner: string, read: () => Promise<Read>): Promise<Read> {
    return new Promise((resolve, reject) => {
      const job = (): Promise<void> => read().then(resolve, reject)
      if (!this.#reads.add(owner, job)) reject(limitExceeded('resumed subscriptions'))
      this.#startReads()
    })
  }

  /** Runs a delivery when it is its owner's turn, in a turn of the event loop without others. */
  deliver(owner: string, deliver: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const job = (): void => {
        try {
          deliver()
          resolve()
        } catch (error) {
          reject(error)
        }
      }
      if (!this.#deliveries.add(owner, job)) reject(limitExceeded('resumed subscriptions'))
      this.#deliverNext()
    })
  }

  #startReads(): void {
    for (let turn = this.#reads.next(); turn !== undefined; turn = this.#reads.next()) {
      const { job, finished } = turn
      const startedAtMs = performance.now()
      void job().finally(() => {
        finished(performance.now() - startedAtMs)
        this.#startReads()
      })
    }
  }

  #deliverNext(): void {
    if (this.#isDelivering || this.#deliveries.waiting === 0) return
    this.#isDelivering = true
    setImmediate(() => {
      this.#isDelivering = false
      const turn = this.#deliveries.next()
      const startedAtMs = performance.now()
      turn?.job()
      turn?.finished(performance.now() - startedAtMs)
      this.#deliverNext()
    })
  }
}
