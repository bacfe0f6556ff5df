/** What there is to know of a filter besides what it looks for. */
export interface FilterEntry {
  readonly client: string
  readonly places: number
  /** When it was made or polled last. */
  readonly polledAtMs: number
}

/** Which filters there are, in the order of their last polls, and how much room they take. */
export class FilterIndex {
  readonly #entries = new Map<string, FilterEntry>()
  readonly #placesByClient = new Map<string, number>()
  #places = 0

  get places(): number {
    return this.#places
  }

  placesOf(client: string): number {
    return this.#placesByClient.get(client) ?? 0
  }

  /** Notes a filter that was made or polled later than all others. */
  note(id: string, entry: FilterEntry): void {
    this.forget(id)
    this.#entries.set(id, entry)
    this.#count(entry.client, entry.places)
  }

  forget(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    this.#count(entry.client, -entry.places)
  }

  /** Filters that nobody has polled after a moment. Each may be noted again or forgotten before the next. */
  *notPolledAfter(momentMs: number): Generator<string> {
    for (const [id, { polledAtMs }] of this.#entries) {
      if (polledAtMs > momentMs) return
      yield id
    }
  }

  #count(client: string, places: number): void {
    this.#places += places
    const left = this.placesOf(client) + places
    if (left === 0) this.#placesByClient.delete(client)
    else this.#placesByClient.set(client, left)
  }
}
