import type { LightTry } from './lightTry.ts'

/** The end of the time that one call may take; the time starts when the deadline is made. */
export class Deadline {
  readonly now: () => number
  readonly #endMs: number
  readonly #light: LightTry | undefined

  /** A first try ends earlier. */
  constructor(timeoutMs: number, now: () => number, light?: LightTry) {
    this.now = now
    this.#endMs = now() + timeoutMs
    this.#light = light
  }

  get isOver(): boolean {
    return this.#light?.isOver === true || this.now() >= this.#endMs
  }
}
