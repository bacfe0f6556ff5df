/** The end of the time that one call may take; the time starts when the deadline is made. */
export class Deadline {
  readonly now: () => number
  readonly #endMs: number

  constructor(timeoutMs: number, now: () => number) {
    this.now = now
    this.#endMs = now() + timeoutMs
  }

  get isOver(): boolean {
    return this.now() >= this.#endMs
  }
}
