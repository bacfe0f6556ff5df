import type { JsonText } from '../json/jsonText.ts'

/** The work of one call, by kind; docs/prices.md says what it costs. */
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

/** Thrown by a call that needs more work than its first try may do. */
class TooHeavy extends Error {
  override readonly name = 'TooHeavy'
}

/**
 * Counts the work of one call while it runs: gas, logs and thread time, which the client pays (`addGas`, `addLogs`,
 * `addThreadMs`). A call that runs elsewhere adds what that place reports.
 *
 * Beside that it bounds the first try of a call in the main thread, in units (`workPrices.ts`). A method tells it of work
 * as it is done and of work that it knows before (`within…`); a try that needs more than its limit ends, and the call runs
 * from its beginning in a thread. The units of a try are not charged by themselves.
 */
export class WorkMeter {
  #gas = 0
  #logs = 0
  #threadMs = 0
  #tried = 0
  #limit = Number.POSITIVE_INFINITY
  #isTryOver = false
  /** Gets the text that another thread has written for the call, for later calls; long texts stay there. */
  keep: ((text: JsonText) => void) | undefined = undefined

  addGas(gas: number): void {
    this.#gas += gas
  }

  addLogs(logs: number): void {
    this.#logs += logs
  }

  addThreadMs(ms: number): void {
    this.#threadMs += ms
  }

  /** Adds what another thread or node has counted, call by call. */
  addReported(reported: Iterable<Omit<Work, 'bytes'>>): void {
    for (const { gas, logs, threadMs } of reported) {
      this.#gas += gas
      this.#logs += logs
      this.#threadMs += threadMs
    }
  }

  /** The work so far, with the length of the answer. */
  work(bytes: number): Work {
    return { gas: this.#gas, logs: this.#logs, bytes, threadMs: this.#threadMs }
  }

  /** Begins a try of at most this many units. */
  beginTry(units: number): void {
    this.#tried = 0
    this.#limit = units
    this.#isTryOver = false
  }

  /** From now on the call may do any amount of work. */
  endTry(): void {
    this.beginTry(Number.POSITIVE_INFINITY)
  }

  /** Units that the try has done. */
  get tried(): number {
    return this.#tried
  }

  /** Whether the try has exceeded its limit; its result or error is then discarded. */
  get isTryOver(): boolean {
    return this.#isTryOver
  }

  /** Notes units of a run that has completed, which cannot end the try any more. */
  noteTried(units: number): void {
    this.#tried += units
  }

  /** Notes units before the try does them. Returns false if the try must end; then they are not noted. */
  withinTry(units: number): boolean {
    if (this.#tried + units > this.#limit) this.#isTryOver = true
    else this.#tried += units
    return !this.#isTryOver
  }

  /** Returns false if the try must end before it does this many units, which are noted when it does them. */
  wouldBeWithinTry(units: number): boolean {
    if (this.#tried + units > this.#limit) this.#isTryOver = true
    return !this.#isTryOver
  }

  /** Ends the try if the units that it is about to do are too many. */
  expectWithinTry(units: number): void {
    if (!this.withinTry(units)) throw new TooHeavy()
  }
}
