/** The work of one call, by kind. */
export interface Work {
  /** Executed, refunds not deducted. */
  readonly gas: number
  /** Found in the blocks of a range. */
  readonly logs: number
  /** Characters of the answer, which are bytes except where text of a contract is not ASCII. */
  readonly bytes: number
  /** Time in which a thread was occupied by the call. */
  readonly threadMs: number
}

/**
 * Counts the work of one call while it runs. A call that runs in another thread adds the counts of that thread when it
 * ends or is abandoned; the answerer adds the time of its own thread and the length of the answer.
 */
export class WorkMeter {
  #gas = 0
  #logs = 0
  #threadMs = 0

  addGas(gas: number): void {
    this.#gas += gas
  }

  addLogs(logs: number): void {
    this.#logs += logs
  }

  addThreadMs(ms: number): void {
    this.#threadMs += ms
  }

  /** The work so far, with the length of the answer. */
  work(bytes: number): Work {
    return { gas: this.#gas, logs: this.#logs, bytes, threadMs: this.#threadMs }
  }
}
