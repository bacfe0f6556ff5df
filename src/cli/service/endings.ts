/** Close functions of opened parts. They run in reverse order, and a failed one does not stop the others. */
export class Endings {
  readonly #ends: (() => void | Promise<void>)[] = []

  add(end: () => void | Promise<void>): void {
    this.#ends.push(end)
  }

  /** Runs all functions, then throws the first error. */
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
