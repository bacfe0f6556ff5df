import type { Block } from '../../protocol/block.ts'
import { counted, duration, plural, rate } from './quantities.ts'
import type { Terminal } from './terminal.ts'

const barWidth = 24
const barIntervalMs = 100
const lineIntervalMs = 5_000

/** `part` from 0 to 1. */
function bar(part: number): string {
  const full = Math.round(part * barWidth)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]`
}

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
  show(part: number | undefined, what: string | (() => string)): void {
    const { status } = this.#terminal
    const now = this.#now()
    if (now - this.#shownAt < (status ? barIntervalMs : lineIntervalMs)) return
    this.#shownAt = now
    const shown = typeof what === 'string' ? what : what()
    const text = part === undefined ? shown : `${Math.floor(100 * part)} %  ${shown}`
    if (status === undefined) this.#terminal.note(text)
    else status.show(`${part === undefined ? '' : `${bar(part)} `}${text}`.slice(0, status.columns - 1))
  }

  finish(): void {
    this.#terminal.status?.clear()
  }
}

/** Counts imported blocks and shows the progress. */
export class ImportProgress {
  readonly #progress: PartProgress
  readonly #totalBytes: number
  readonly #now: () => number
  readonly #start: number
  #blocks = 0
  #storedBefore = 0
  #transactions = 0
  #gas = 0

  /** `now` is in milliseconds. */
  constructor(terminal: Terminal, totalBytes: number, now: () => number) {
    this.#progress = new PartProgress(terminal, now)
    this.#totalBytes = totalBytes
    this.#now = now
    this.#start = now()
  }

  /** Counts an imported block; `bytesRead` is the number of bytes of all files up to it. */
  add({ header, transactions }: Block, bytesRead: number, isStoredBefore = false): void {
    if (isStoredBefore) this.#storedBefore++
    this.#blocks++
    this.#transactions += transactions.length
    this.#gas += header.gasUsed
    const part = this.#totalBytes > 0 ? Math.min(1, bytesRead / this.#totalBytes) : 1
    this.#progress.show(part, () => {
      const left = part > 0 ? `${duration((this.#seconds * (1 - part)) / part)} left` : ''
      return `${counted(this.#blocks)} blocks  ${this.#speed}  ${left}`
    })
  }

  /** Removes the bar and returns a summary. */
  finish(): string {
    this.#progress.finish()
    const done = `${plural(this.#blocks, 'block')} with ${plural(this.#transactions, 'transaction')}`
    const skipped = this.#storedBefore === 0 ? '' : `; ${counted(this.#storedBefore)} stored before`
    return `${done} in ${duration(this.#seconds)} (${this.#speed})${skipped}`
  }

  get #seconds(): number {
    return (this.#now() - this.#start) / 1000
  }

  get #speed(): string {
    const seconds = Math.max(this.#seconds, 0.001)
    return `${rate(this.#blocks / seconds)} blocks/s, ${rate(this.#gas / seconds / 1e6)} Mgas/s`
  }
}
