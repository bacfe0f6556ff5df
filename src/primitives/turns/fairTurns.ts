import { FairQueue, type FairQueueLimits, type Turn } from './fairQueue.ts'

interface Job {
  readonly run: () => Promise<void>
  readonly refuse: () => void
}

/** Runs asynchronous jobs of equal weight, each when it is its owner's turn by the rules of a fair queue. */
export class FairTurns {
  readonly #queue: FairQueue<Job>
  readonly #refusal: () => Error

  /** `refusal` makes the error of a job that the queue has no room for. */
  constructor(limits: FairQueueLimits, refusal: () => Error) {
    this.#queue = new FairQueue<Job>(limits, ({ refuse }) => refuse())
    this.#refusal = refusal
  }

  /** The outcome of a job. */
  run<Result>(owner: string, job: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = async (): Promise<void> => {
        try {
          resolve(await job())
        } catch (error) {
          reject(error)
        }
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
    await job.run()
    finished(1)
    this.#startNext()
  }
}
