import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const

/** Replaces the effect of the first SIGINT or SIGTERM by a request, so that work stops at a consistent point. */
export class StopRequest {
  /** Resolves with the first signal. */
  readonly received: Promise<void>
  #resolve: () => void = () => {}
  #signal: (typeof signals)[number] | undefined
  readonly #listeners = signals.map((signal) => ({ signal, listener: () => this.#receive(signal) }))

  constructor() {
    this.received = new Promise((resolve) => {
      this.#resolve = resolve
    })
    for (const { signal, listener } of this.#listeners) process.on(signal, listener)
  }

  /** The exit code for the signal (128 + its number); undefined before the first signal. */
  get exitCode(): number | undefined {
    return this.#signal && 128 + constants.signals[this.#signal]
  }

  get signal(): string | undefined {
    return this.#signal
  }

  /** Requests the same as SIGTERM. */
  request(): void {
    this.#receive('SIGTERM')
  }

  /** Restores the default effect: a signal ends the process. */
  forget(): void {
    for (const { signal, listener } of this.#listeners) process.off(signal, listener)
  }

  /** The second signal ends the process. */
  #receive(signal: (typeof signals)[number]): void {
    this.#signal = signal
    this.forget()
    this.#resolve()
  }
}
