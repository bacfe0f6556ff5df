import { limitExceeded } from '../../rpc/errors/errors.ts'
import { FairQueue } from '../scheduling/fairQueue.ts'

/** Maximum reads of the past at once, for all resumed subscriptions together. */
const readsAtOnce = 8
/** A key has 2,000 places of subscriptions, and each waits for one read or one delivery. */
const waitingPerOwner = 4_000
const waiting = 40_000

interface Job<Outcome> {
  readonly run: () => Outcome
  readonly reject: (error: Error) => void
}

const refuse = ({ reject }: Pick<Job<unknown>, 'reject'>): void =>
  reject(limitExceeded('resumed subscriptions'))

/**
 * Schedules the reads and deliveries of resumed subscriptions. After a restart all subscribers of a server come back at
 * once: their reads must not fill the queues of other calls, and each turn of the event loop delivers only one part. Owners
 * take turns by the time that they have used.
 */
export class PastTurns {
  readonly #reads = new FairQueue<Job<Promise<void>>>(
    { threads: readsAtOnce - 1, waitingPerOwner, waiting },
    refuse,
  )
  readonly #deliveries = new FairQueue<Job<void>>({ threads: 1, waitingPerOwner, waiting }, refuse)
  #isDelivering = false

  /** Runs a read when it is its owner's turn. */
  read<Read>(owner: string, read: () => Promise<Read>): Promise<Read> {
    return new Promise((resolve, reject) => {
      const job = { run: () => read().then(resolve, reject), reject }
      if (!this.#reads.add(owner, job)) refuse(job)
      this.#startReads()
    })
  }

  /** Runs a delivery when it is its owner's turn, one delivery per turn of the event loop. */
  deliver(owner: string, deliver: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        try {
          deliver()
          resolve()
        } catch (error) {
          reject(error)
        }
      }
      const job = { run, reject }
      if (!this.#deliveries.add(owner, job)) refuse(job)
      this.#deliverNext()
    })
  }

  #startReads(): void {
    for (let turn = this.#reads.next(); turn !== undefined; turn = this.#reads.next()) {
      const { job, finished } = turn
      const startedAtMs = performance.now()
      void job.run().finally(() => {
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
      turn?.job.run()
      turn?.finished(performance.now() - startedAtMs)
      this.#deliverNext()
    })
  }
}
