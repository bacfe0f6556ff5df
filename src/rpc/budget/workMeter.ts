import type { JsonText } from '../json/jsonText.ts'
import { countedGas, prices } from './workPrices.ts'

/** The work of one call (docs/prices.md). */
export interface Work {
  /** All that was counted, without the bytes of the answer; to a thousandth, as nodes report it to each other. */
  readonly units: number
  /** Executed, refunds not deducted. Gas and logs are part of the units; metrics show them. */
  readonly gas: number
  /** Found in the blocks of a range. */
  readonly logs: number
  /** Characters of the answer, which are bytes except where text of a contract is not ASCII. */
  readonly bytes: number
}

/** Thrown by a call that needs more work than its first try may do. */
class TooHeavy extends Error {
  override readonly name = 'TooHeavy'
}

/** Rounding makes sums independent of their order, and equal in all processes that report them. */
const precision = 1_000

/**
 * Counts the work of one call in units, which the client pays. Methods count work before they do it, where its amount is known.
 * A call that runs elsewhere adds what that place reports.
 *
 * The same count bounds the first try of a call in the main thread: a try that needs more than its limit ends, and the call runs
 * from its beginning in a thread. The work of the try is then not charged again.
 */
export class WorkMeter {
  #units = 0
  #gas = 0
  #logs = 0
  /** Units of this run of the call, and the gas and logs before it. */
  #tried = 0
  #before = { gas: 0, logs: 0 }
  #limit = Number.POSITIVE_INFINITY
  #isTryOver = false
  /** Units of an abandoned run, which its repetition counts again. */
  #repeated = 0
  readonly #watch: ((units: number) => void) | undefined
  /** Gets the text that another thread has written for the call, for later calls; long texts stay there. */
  keep: ((text: JsonText) => void) | undefined = undefined

  /** `watch` gets the count after each change. */
  constructor(watch?: (units: number) => void) {
    this.#watch = watch
  }

  /** Counts units before they are done. Ends the try if they are too many. */
  add(units: number): void {
    if (!this.withinTry(units)) throw new TooHeavy()
  }

  /** The same for callers that cannot throw: returns false if the try must end; then the units are not counted. */
  withinTry(units: number): boolean {
    if (!this.wouldBeWithinTry(units)) return false
    this.addDone(units)
    return true
  }

  /** Returns false if the try must end before it does this many units, which are counted when it does them. */
  wouldBeWithinTry(units: number): boolean {
    if (this.#tried + units > this.#limit) this.#isTryOver = true
    return !this.#isTryOver
  }

  /** Ends the try if this many units, which are counted when they are done, are too many. */
  expect(units: number): void {
    if (!this.wouldBeWithinTry(units)) throw new TooHeavy()
  }

  /** Counts units that have been done; they cannot end the try any more. */
  addDone(units: number): void {
    this.#tried += units
    const repeated = Math.min(units, this.#repeated)
    this.#repeated -= repeated
    this.#units += units - repeated
    this.#watch?.(this.#units)
  }

  /** Counts gas that was executed, by so many transactions or calls that have ended. */
  addGas(gas: number, runs = 0): void {
    this.#gas += gas
    this.addDone(countedGas(gas, runs) * prices.gas)
  }

  /** Counts logs that were found. */
  addLogs(logs: number): void {
    this.#logs += logs
    this.addDone(logs * prices.log)
  }

  /** Counts steps and calls of a trace that are written. */
  addParts(parts: number): void {
    this.addDone(parts * prices.tracePart)
  }

  /** Tells operators of gas whose units are counted apart. */
  noteGas(gas: number): void {
    this.#gas += gas
  }

  /** Adds what another thread or node has counted, call by call. */
  addReported(reported: Iterable<Omit<Work, 'bytes'>>): void {
    for (const { units, gas, logs } of reported) {
      this.#gas += gas
      this.#logs += logs
      this.addDone(units)
    }
  }

  /** The work so far, with the length of the answer. */
  work(bytes: number): Work {
    const units = Math.round(this.#units * precision) / precision
    return { units, gas: this.#gas, logs: this.#logs, bytes }
  }

  /** Begins a try of at most this many units. */
  beginTry(units: number): void {
    this.#tried = 0
    this.#before = { gas: this.#gas, logs: this.#logs }
    this.#limit = units
    this.#isTryOver = false
  }

  /** From now on the call may do any amount of work. What an abandoned try has done is done again. */
  endTry(): void {
    if (this.#isTryOver) this.startOver()
    this.beginTry(Number.POSITIVE_INFINITY)
  }

  /** What the call has counted since its try began is done again, for the same price. */
  startOver(): void {
    this.#repeated += this.#tried
    this.#tried = 0
    this.#gas = this.#before.gas
    this.#logs = this.#before.logs
  }

  /** Units that the try has done. */
  get tried(): number {
    return this.#tried
  }

  /** Whether the try has exceeded its limit; its result or error is then discarded. */
  get isTryOver(): boolean {
    return this.#isTryOver
  }
}
