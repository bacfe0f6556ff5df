/** Lets one waiter sleep until something happens; what happens while nobody sleeps is not lost. */
export class Signal {
  #isSet = false
  #wake: (() => void) | undefined

  set(): void {
    this.#isSet = true
    this.#wake?.()
  }

  /** Until the signal is set, or the time is over. */
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
