/** Items that were taken are removed from the list in portions: removing each would move all others. */
const maximumTaken = 1_024

/** A first-in, first-out queue. */
export class Queue<Item> {
  #items: Item[] = []
  /** Items at the beginning of the list that have been taken. */
  #taken = 0

  get length(): number {
    return this.#items.length - this.#taken
  }

  get first(): Item | undefined {
    return this.#items[this.#taken]
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  /** Removes and returns the first item; undefined when the queue is empty. */
  take(): Item | undefined {
    if (this.length === 0) return undefined
    const item = this.#items[this.#taken++]
    if (this.length === 0 || this.#taken >= maximumTaken) {
      this.#items = this.#items.slice(this.#taken)
      this.#taken = 0
    }
    return item
  }

  clear(): void {
    this.#items = []
    this.#taken = 0
  }
}
