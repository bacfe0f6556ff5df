/** Maximum pause between two parts of a round. */
const maximumTickMs = 50

/** Calls `work` with every item once in a period, a few items per tick, so that calls of clients do not wait for all of them. */
export class Rounds<Item> {
  readonly #items: ReadonlySet<Item>
  readonly #work: (item: Item) => void
  /** The fraction of all items that one tick handles. */
  readonly #part: number
  readonly #tickMs: number
  #timer: NodeJS.Timeout | undefined
  /** Number of items to handle now; the fraction is carried over to the next tick. */
  #due = 0
  /** The items that follow in this round. Items may be added and removed between ticks. */
  #rest: SetIterator<Item>

  constructor(items: ReadonlySet<Item>, periodMs: number, work: (item: Item) => void) {
    this.#tickMs = Math.min(maximumTickMs, periodMs)
    this.#items = items
    this.#work = work
    this.#part = this.#tickMs / periodMs
    this.#rest = items.values()
  }

  /** Starts the timer. Without items it would only wake the process. */
  begin(): void {
    this.#timer ??= setInterval(() => this.#tick(), this.#tickMs).unref()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #tick(): void {
    this.#due = Math.min(this.#items.size, this.#due + this.#items.size * this.#part)
    for (; this.#due >= 1; this.#due--) {
      const next = this.#rest.next()
      if (next.done === true) this.#rest = this.#items.values()
      const item = next.done === true ? this.#rest.next().value : next.value
      if (item !== undefined) this.#work(item)
    }
  }
}
