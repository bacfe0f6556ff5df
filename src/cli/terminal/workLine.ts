import {
  type NamedWork,
  WorkPace,
  type WorkProgress,
  type WorkStep,
} from '../../primitives/work/workProgress.ts'
import { bytes, counted, duration, rate } from './quantities.ts'
import type { Terminal } from './terminal.ts'

const barWidth = 24
const barIntervalMs = 100
const lineIntervalMs = 5_000

/** `25 %  1,000 of 4,000 blocks verified  20.0/s  150 s left`, without what is not known. */
export function workText({ part, what, done, total, isBytes, perSecond, secondsLeft }: WorkProgress): string {
  const quantity = isBytes ? (count: number) => bytes(Math.round(count)) : counted
  const count = `${quantity(done)}${total === undefined ? '' : ` of ${quantity(total)}`}`
  const speed = perSecond && `${isBytes ? bytes(Math.round(perSecond)) : rate(perSecond)}/s`
  const left = part !== undefined && part < 1 && secondsLeft !== undefined && `${duration(secondsLeft)} left`
  const percent = part !== undefined && `${Math.floor(100 * part)} %`
  return [percent, `${count} ${what}`, speed, left].filter(Boolean).join('  ')
}

/** `backfill 25 %  …`: the text of one of several works. */
export const namedText = ({ work, progress }: NamedWork): string => `${work}  ${workText(progress)}`

/** `part` from 0 to 1. */
function bar(part: number): string {
  const full = Math.round(part * barWidth)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]`
}

/** Shows how far some work is: in place on a terminal, with a bar where the part is known, else a line every five seconds. */
export class WorkLine {
  readonly #terminal: Pick<Terminal, 'note' | 'status'>
  readonly #now: () => number
  readonly #pace: WorkPace
  #shownAt: number
  #hasBegun = false

  /** `now` is in milliseconds. */
  constructor(terminal: Pick<Terminal, 'note' | 'status'>, now: () => number = () => performance.now()) {
    this.#terminal = terminal
    this.#now = now
    this.#pace = new WorkPace(now)
    this.#shownAt = now()
  }

  show(step: WorkStep): void {
    const { status } = this.#terminal
    const now = this.#now()
    const isDue = now - this.#shownAt >= (status ? barIntervalMs : lineIntervalMs)
    // The first step is what the rate is counted from.
    if (!isDue && this.#hasBegun) return
    this.#hasBegun = true
    const progress = this.#pace.progress(step)
    if (!isDue) return
    this.#shownAt = now
    const { part } = progress
    const text = workText(progress)
    if (status === undefined) this.#terminal.note(text)
    else status.show(`${part === undefined ? '' : `${bar(part)} `}${text}`.slice(0, status.columns - 1))
  }

  finish(): void {
    this.#terminal.status?.clear()
  }
}
