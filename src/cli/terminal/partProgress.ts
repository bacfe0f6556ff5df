import { bar } from './progressBar.ts'
import type { Terminal } from './terminal.ts'

const barIntervalMs = 100
const lineIntervalMs = 5_000

/** Shows how far some work is: in place on a terminal, with a bar where the part is known, else a line every five seconds. */
export class PartProgress {
  readonly #terminal: Pick<Terminal, 'note' | 'status'>
  readonly #now: () => number
  #shownAt: number

  /** `now` is in milliseconds. */
  constructor(terminal: Pick<Terminal, 'note' | 'status'>, now: () => number = () => performance.now()) {
    this.#terminal = terminal
    this.#now = now
    this.#shownAt = now()
  }

  /** `part` from 0 to 1; undefined when the end is not known. */
  show(part: number | undefined, what: string): void {
    const { status } = this.#terminal
    const now = this.#now()
    if (now - this.#shownAt < (status ? barIntervalMs : lineIntervalMs)) return
    this.#shownAt = now
    const text = part === undefined ? what : `${Math.floor(100 * part)} %  ${what}`
    if (status === undefined) this.#terminal.note(text)
    else status.show(`${part === undefined ? '' : `${bar(part)} `}${text}`.slice(0, status.columns - 1))
  }

  finish(): void {
    this.#terminal.status?.clear()
  }
}
