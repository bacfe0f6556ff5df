import type { JsonText } from '../json/jsonText.ts'

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

/** Thrown by a call that needs more work than its first try may do. */
class TooHeavy extends Error {
  override readonly name = 'TooHeavy'
}

/**
 * Counts the work of one call while it runs. A call that runs in another thread adds the counts of that thread when it
 * ends or is abandoned; the answerer adds the time of its own thread and the length of the answer.
 *
 * The first try of a call, in the main thread, may do a bounded amount of work, in units (`workPrices.ts`). It is
 * told of work as it is done, and of work that is known before; a call that needs more is stopped and runs from its
 * beginning in a thread of its own.
 */
export class WorkMeter {
  #gas = 0
  #logs = 0
  #threadMs = 0
  #tried = 0
  #limit = Number.POSITIVE_INFINITY
  #isSpent = false
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

  /** The work so far, with the length of the answer. */
  work(bytes: number): Work {
    return { gas: this.#gas, logs: this.#logs, bytes, threadMs: this.#threadMs }
  }

  /** Sets the units that the call may do from now on; infinitely many after its first try. */
  limit(units: number): void {
    this.#tried = 0
    this.#limit = units
    this.#isSpent = false
  }

  /** Units that the first try has counted. */
  get tried(): number {
    return this.#tried
  }

  /** Whether the first try exceeded its limit; its result or error is then discarded. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Counts units of a run that has completed, without ending the try. */
  count(units: number): void {
    this.#tried += units
  }

  /** Counts units before the call goes on. Returns whether it must end; then they are not counted, as most are not done. */
  spend(units: number): boolean {
    if (this.#tried + units > this.#limit) this.#isSpent = true
    else this.#tried += units
    return this.#isSpent
  }

  /** Returns whether the call must end before it does this many units; they are counted when it does them. */
  foresee(units: number): boolean {
    if (this.#tried + units > this.#limit) this.#isSpent = true
    return this.#isSpent
  }

  /** Ends the first try if the units that the call is about to do are too many. */
  expect(units: number): void {
    if (this.spend(units)) throw new TooHeavy()
  }
}
