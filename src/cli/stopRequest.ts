import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const

/** Remembers that the process was asked to end, so that work can stop where nothing is left half done. */
export class StopRequest {
  /** Somebody has asked. */
  readonly heard: Promise<void>
  #tell: () => void = () => {}
  #signal: (typeof signals)[number] | undefined
  readonly #listeners = signals.map((signal) => ({ signal, note: () => this.#note(signal) }))

  constructor() {
    this.heard = new Promise((resolve) => {
      this.#tell = resolve
    })
    for (const { signal, note } of this.#listeners) process.on(signal, note)
  }

  /** The exit code that tells a shell about the signal; undefined while there was none. */
  get exitCode(): number | undefined {
    return this.#signal && 128 + constants.signals[this.#signal]
  }

  /** From now on signals end the process at once again. */
  forget(): void {
    for (const { signal, note } of this.#listeners) process.off(signal, note)
  }

  /** Whoever asks a second time does not want to wait. */
  #note(signal: (typeof signals)[number]): void {
    this.#signal = signal
    this.forget()
    this.#tell()
  }
}
