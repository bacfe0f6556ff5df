import type { Exchange } from './transport.ts'

/** How the owner of an exchange pauses and abandons the reading of its reply. */
export class PausableReading {
  readonly #controller: AbortController
  #whenResumed: Promise<void> | undefined
  #resume: () => void = () => {}

  constructor(controller: AbortController) {
    this.#controller = controller
  }

  /** Undefined while the reading is not paused. */
  get whenResumed(): Promise<void> | undefined {
    return this.#whenResumed
  }

  readonly connection: NonNullable<Exchange['connection']> = {
    pause: () => {
      this.#whenResumed ??= new Promise((resolve) => {
        this.#resume = resolve
      })
    },
    resume: () => {
      this.#whenResumed = undefined
      this.#resume()
    },
    abandon: () => this.#controller.abort(),
  }
}
