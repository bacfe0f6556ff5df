import { inBackground, type Timer } from '../../platform/timers.ts'

export interface BackgroundParts {
  /** Time of a slice, which has one step at least. */
  readonly sliceMs: number
  /** Pauses are this many times as long as the slices, and not shorter than the minimum. */
  readonly pauseFactor: number
  readonly minimumPauseMs: number
  /** The work has ended with an error. */
  readonly onError: (error: unknown) => void
}

/** Does work of many steps in slices, so that requests and blocks are not delayed. */
export class BackgroundRun<Step> {
  readonly #parts: BackgroundParts
  #steps: Generator<Step, void, undefined> | undefined
  #last: Step | undefined
  #timer: Timer | undefined

  constructor(parts: BackgroundParts) {
    this.#parts = parts
  }

  get isRunning(): boolean {
    return this.#steps !== undefined
  }

  /** The last step of the work that is under way; undefined before the first. */
  get last(): Step | undefined {
    return this.#last
  }

  start(steps: Generator<Step, void, undefined>): void {
    this.#steps = steps
    this.#continueAfter(this.#parts.minimumPauseMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#steps = undefined
    this.#last = undefined
  }

  #continueAfter(pauseMs: number): void {
    this.#timer = inBackground(setTimeout(() => this.#slice(), pauseMs))
  }

  #slice(): void {
    const { sliceMs, pauseFactor, minimumPauseMs, onError } = this.#parts
    const start = performance.now()
    try {
      do {
        const step = this.#steps?.next()
        if (step === undefined || step.done) {
          this.stop()
          return
        }
        this.#last = step.value
      } while (performance.now() - start < sliceMs)
    } catch (error) {
      this.stop()
      onError(error)
      return
    }
    this.#continueAfter(Math.max(minimumPauseMs, pauseFactor * (performance.now() - start)))
  }
}
