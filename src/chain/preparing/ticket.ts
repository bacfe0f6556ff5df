import type { PrepareJob, PrepareResult } from './messages.ts'

/** A job that is to be done ahead. */
export class Ticket {
  readonly job: PrepareJob
  readonly #settled: Promise<PrepareResult>
  #settle: (result: PrepareResult) => void = () => {}
  #state: 'waiting' | 'sent' | 'settled' = 'waiting'

  constructor(job: PrepareJob) {
    this.job = job
    this.#settled = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  get isWaiting(): boolean {
    return this.#state === 'waiting'
  }

  get isSettled(): boolean {
    return this.#state === 'settled'
  }

  /** The job for a thread, with a copy of the bytes: a message would carry the whole memory that they are part of. */
  send(): PrepareJob {
    this.#state = 'sent'
    return { kind: this.job.kind, rlp: new Uint8Array(this.job.rlp) }
  }

  /** Resolves when a thread has done the job or given it up. */
  async settled(): Promise<void> {
    await this.#settled
  }

  settle(result: PrepareResult): void {
    this.#state = 'settled'
    this.#settle(result)
  }

  /**
   * What was found. Undefined when nothing was, and at once when no thread has taken the job yet: the caller, who needs
   * the block now, then does the work itself instead of waiting.
   */
  result(): Promise<PrepareResult> {
    if (this.isWaiting) this.settle(undefined)
    return this.#settled
  }
}
