import { FairQueue, type FairQueueLimits, type Turn } from './fairQueue.ts'

interface Job {
  /** Returns the milliseconds that it took. */
  readonly run: () => Promise<number>
  readonly refuse: () => void
}

/** Runs asynchronous jobs, each when it is its owner's turn by the rules of a fair queue. */
export class FairTurns {
  readonly #queue: FairQueue<Job>
  readonly #refusal: () => Error

  /** `refusal` makes the error of a job that the queue has no room for. */
  constructor(limits: FairQueueLimits, refusal: () => Error) {
    this.#queue = new FairQueue<Job>(limits, ({ refuse }) => refuse())
    this.#refusal = refusal
  }

  /** The outcome of a job. `worked` gets the milliseconds that it took. */
  run<Result>(
    owner: string,
    job: () => Promise<Result>,
    worked: (ms: number) => void = () => {},
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = async (): Promise<number> => {
        const startedAtMs = performance.now()
        try {
          resolve(await job())
        } catch (error) {
          reject(error)
        }
        const ms = performance.now() - startedAtMs
        worked(ms)
        return ms
      }
      const refuse = (): void => reject(this.#refusal())
      if (!this.#queue.add(owner, { run, refuse })) refuse()
      this.#startNext()
    })
  }

  #startNext(): void {
    for (let turn = this.#queue.next(); turn !== undefined; turn = this.#queue.next()) void this.#give(turn)
  }

  async #give({ job, finished }: Turn<Job>): Promise<void> {
    finished(await job.run())
    this.#startNext()
  }
}
