import type { Block } from '../../protocol/block.ts'
import { bar } from './progressBar.ts'
import { counted, duration, plural, rate } from './quantities.ts'
import type { Terminal } from './terminal.ts'

const barIntervalMs = 100
const lineIntervalMs = 5000

/** Counts imported blocks and shows the progress: a bar on a terminal, else a line every five seconds. */
export class ImportProgress {
  readonly #terminal: Terminal
  readonly #totalBytes: number
  readonly #now: () => number
  readonly #start: number
  #shown: number
  #blocks = 0
  #storedBefore = 0
  #transactions = 0
  #gas = 0

  /** `now` is in milliseconds. */
  constructor(terminal: Terminal, totalBytes: number, now: () => number) {
    this.#terminal = terminal
    this.#totalBytes = totalBytes
    this.#now = now
    this.#start = now()
    this.#shown = this.#start
  }

  /** Counts an imported block; `bytesRead` is the number of bytes of all files up to it. */
  add({ header, transactions }: Block, bytesRead: number, isStoredBefore = false): void {
    if (isStoredBefore) this.#storedBefore++
    this.#blocks++
    this.#transactions += transactions.length
    this.#gas += header.gasUsed
    const now = this.#now()
    if (now - this.#shown < (this.#terminal.status ? barIntervalMs : lineIntervalMs)) return
    this.#shown = now
    this.#show(this.#totalBytes > 0 ? Math.min(1, bytesRead / this.#totalBytes) : 1)
  }

  /** Removes the bar and returns a summary. */
  finish(): string {
    this.#terminal.status?.clear()
    const done = `${plural(this.#blocks, 'block')} with ${plural(this.#transactions, 'transaction')}`
    const skipped = this.#storedBefore === 0 ? '' : `; ${counted(this.#storedBefore)} stored before`
    return `${done} in ${duration(this.#seconds)} (${this.#speed})${skipped}`
  }

  #show(part: number): void {
    const left = part > 0 ? `${duration((this.#seconds * (1 - part)) / part)} left` : ''
    const percent = `${Math.floor(100 * part)} %`
    const text = `${percent}  ${counted(this.#blocks)} blocks  ${this.#speed}  ${left}`
    const { status } = this.#terminal
    if (status === undefined) this.#terminal.note(text)
    else status.show(`${bar(part)} ${text}`.slice(0, status.columns - 1))
  }

  get #seconds(): number {
    return (this.#now() - this.#start) / 1000
  }

  get #speed(): string {
    const seconds = Math.max(this.#seconds, 0.001)
    return `${rate(this.#blocks / seconds)} blocks/s, ${rate(this.#gas / seconds / 1e6)} Mgas/s`
  }
}
