import type { JsonText } from '../json/jsonText.ts'

/** Thrown by a call whose work is known to be more than its first try may do. */
class TooHeavy extends Error {
  override readonly name = 'TooHeavy'
}

/**
 * The first try of a call in the thread of the sockets, where it may take a moment only. A call that needs more is
 * stopped and runs from its beginning in a thread of its own.
 */
export class LightTry {
  readonly #endMs: number
  #isSpent = false
  /** Gets the text that another thread has written for the call, for later calls; long texts stay there. */
  keep: ((text: JsonText) => void) | undefined = undefined

  constructor(budgetMs: number) {
    this.#endMs = performance.now() + budgetMs
  }

  /** Whether the try was stopped: its outcome is not that of the call. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Whether the time is over; a call that polls this stops then. */
  get isOver(): boolean {
    if (performance.now() >= this.#endMs) this.#isSpent = true
    return this.#isSpent
  }

  /** Stops the call when the work that it is about to do, by its own estimate, does not fit in the time left. */
  expect(ms: number): void {
    if (performance.now() + ms < this.#endMs) return
    this.#isSpent = true
    throw new TooHeavy()
  }
}
