/** How to end what was opened: the last first, and all of them, whatever happens to one. */
export class Endings {
  readonly #ends: (() => void | Promise<void>)[] = []

  add(end: () => void | Promise<void>): void {
    this.#ends.push(end)
  }

  /** Throws what went wrong first, when everything has been tried. */
  async run(): Promise<void> {
    const problems: unknown[] = []
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) {
      try {
        await end()
      } catch (error) {
        problems.push(error)
      }
    }
    if (problems.length > 0) throw problems[0]
  }
}
