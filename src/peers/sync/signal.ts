/** Wakes one waiter. Without a waiter, the next wait ends at once. */
export class Signal {
  #isSet = false
  #wake: (() => void) | undefined

  set(): void {
    this.#isSet = true
    this.#wake?.()
  }

  /** Resolves when the signal is set or the time has passed. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = undefined
    }
    this.#isSet = false
  }
}
