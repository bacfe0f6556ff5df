/** A heap whose first item no other precedes. Items can be updated and removed at any place. */
export class BinaryHeap<T> {
  readonly #items: T[] = []
  readonly #places = new Map<T, number>()
  readonly #before: (a: T, b: T) => boolean

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before
  }

  get size(): number {
    return this.#items.length
  }

  has(item: T): boolean {
    return this.#places.has(item)
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
    if (first !== undefined) this.remove(first)
    return first
  }

  remove(item: T): void {
    const place = this.#places.get(item)!
    const last = this.#items.pop()!
    this.#places.delete(item)
    if (last !== item) this.#settle(last, place)
  }

  /** Moves an item whose rank has changed to its new place. */
  fix(item: T): void {
    this.#settle(item, this.#places.get(item)!)
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
    this.#places.set(item, place)
  }
}
