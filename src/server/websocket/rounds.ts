/** The longest pause between two parts of a round. */
const maximumTickMs = 50

/**
 * Does something with each of many items once in a period, a few at a time: all at once would take as long as thousands of
 * calls, which wait meanwhile.
 */
export class Rounds<Item> {
  readonly #items: ReadonlySet<Item>
  readonly #work: (item: Item) => void
  /** The part of all items that one tick takes. */
  readonly #part: number
  readonly #tickMs: number
  #timer: NodeJS.Timeout | undefined
  /** Items that are due; a part of one is carried over to the next tick. */
  #due = 0
  /** Goes on where it was, also when items come and go. */
  #rest: SetIterator<Item>

  constructor(items: ReadonlySet<Item>, periodMs: number, work: (item: Item) => void) {
    this.#tickMs = Math.min(maximumTickMs, periodMs)
    this.#items = items
    this.#work = work
    this.#part = this.#tickMs / periodMs
    this.#rest = items.values()
  }

  /** Call it when there are items: rounds without any would wake the process for nothing. */
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
