import type { Block } from '../../protocol/block.ts'
import { counted, duration, plural, rate } from './quantities.ts'
import type { Terminal } from './terminal.ts'
import { WorkLine } from './workLine.ts'

/** Counts imported blocks and shows the progress. */
export class ImportProgress {
  readonly #line: WorkLine
  readonly #totalBytes: number
  readonly #now: () => number
  readonly #start: number
  #blocks = 0
  #storedBefore = 0
  #transactions = 0
  #gas = 0

  /** `now` is in milliseconds. */
  constructor(terminal: Terminal, totalBytes: number, now: () => number) {
    this.#line = new WorkLine(terminal, now)
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
    const part = this.#totalBytes > 0 ? bytesRead / this.#totalBytes : 1
    this.#line.show({ what: 'blocks imported', done: this.#blocks, part })
  }

  /** Removes the bar and returns a summary. */
  finish(): string {
    this.#line.finish()
    const done = `${plural(this.#blocks, 'block')} with ${plural(this.#transactions, 'transaction')}`
    const skipped = this.#storedBefore === 0 ? '' : `; ${counted(this.#storedBefore)} stored before`
    const elapsed = (this.#now() - this.#start) / 1000
    const seconds = Math.max(elapsed, 0.001)
    const speed = `${rate(this.#blocks / seconds)} blocks/s, ${rate(this.#gas / seconds / 1e6)} Mgas/s`
    return `${done} in ${duration(elapsed)} (${speed})${skipped}`
  }
}
