import type { Steps } from '../../primitives/work/steps.ts'
import { ownTurn, Slice } from '../../primitives/work/turns.ts'

/** News that wait to be told; beyond them, the oldest is told at once for each further one. */
const maximumWaiting = 1_000

/**
 * Tells subscribers the news of one service, in their order. A block with thousands of logs has millions of notifications for
 * many subscriptions, so news are told in slices: the first at once, the others each in a turn of the event loop of its own.
 */
export class FanOut {
  readonly #report: (error: unknown) => void
  readonly #waiting: Steps<void>[] = []
  #last = 0
  #isBusy = false
  #isTelling = false

  /** `report` is told of news that cannot be told. */
  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** The number of the last news. A subscriber that joins now is told of those with a higher one. */
  get last(): number {
    return this.#last
  }

  /** `tell` gets the number of the news. */
  add(tell: (number: number) => Steps<void>): void {
    this.#last++
    this.#waiting.push(tell(this.#last))
    if (!this.#isBusy) this.#work()
    else if (this.#waiting.length > maximumWaiting && !this.#isTelling) this.#tellOldest(() => false)
  }

  #work(): void {
    this.#isBusy = true
    for (const slice = new Slice(); this.#waiting.length > 0 && !slice.isOver; ) {
      this.#tellOldest(() => slice.isOver)
    }
    this.#isBusy = this.#waiting.length > 0
    if (this.#isBusy) void ownTurn().then(() => this.#work())
  }

  #tellOldest(isOver: () => boolean): void {
    const oldest = this.#waiting[0]!
    this.#isTelling = true
    try {
      for (let step = oldest.next(); !step.done; step = oldest.next()) if (isOver()) return
      this.#waiting.shift()
    } catch (error) {
      this.#waiting.shift()
      this.#report(error)
    } finally {
      this.#isTelling = false
    }
  }
}
