/** A heap whose first item no other precedes. Items can be updated and removed at any place. */
export class BinaryHeap<T> {
  readonly #items: T[] = []
  readonly #before: (a: T, b: T) => boolean
  readonly #moved: ((item: T, place: number) => void) | undefined

  /** `moved` is called with the new place of an item, or -1 when the item is removed. */
  constructor(before: (a: T, b: T) => boolean, moved?: (item: T, place: number) => void) {
    this.#before = before
    this.#moved = moved
  }

  get size(): number {
    return this.#items.length
  }

  /** The item at a place; the items at 2p + 1 and 2p + 2 do not precede the one at p. */
  at(place: number): T | undefined {
    return this.#items[place]
  }

  push(item: T): void {
    this.#items.push(item)
    this.#rise(item, this.#items.length - 1)
  }

  pop(): T | undefined {
    const first = this.#items[0]
    if (first !== undefined) this.removeAt(0)
    return first
  }

  clear(): void {
    this.#items.length = 0
  }

  removeAt(place: number): void {
    const removed = this.#items[place]!
    const last = this.#items.pop()!
    this.#moved?.(removed, -1)
    if (last !== removed) this.#settle(last, place)
  }

  /** Moves an item whose rank has changed to its new place. */
  fix(place: number): void {
    this.#settle(this.#items[place]!, place)
  }

  #settle(item: T, place: number): void {
    if (place > 0 && this.#before(item, this.#items[(place - 1) >> 1]!)) this.#rise(item, place)
    else this.#sink(item, place)
  }

  #rise(item: T, from: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = this.#items[parent]!
      if (!this.#before(item, above)) break
      this.#put(above, place)
      place = parent
    }
    this.#put(item, place)
  }

  #sink(item: T, from: number): void {
    const items = this.#items
    let place = from
    for (let child = 2 * place + 1; child < items.length; child = 2 * place + 1) {
      const right = child + 1
      if (right < items.length && this.#before(items[right]!, items[child]!)) child = right
      if (!this.#before(items[child]!, item)) break
      this.#put(items[child]!, place)
      place = child
    }
    this.#put(item, place)
  }

  #put(item: T, place: number): void {
    this.#items[place] = item
    this.#moved?.(item, place)
  }
}
