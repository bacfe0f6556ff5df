import type { PlaceBounds } from './filterStore.ts'

/** What the index knows about a filter. */
export interface FilterEntry {
  readonly client: string
  readonly places: number
  /** When the filter was made or polled last. */
  readonly polledAtMs: number
}

export interface FilterIndexParts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A filter that is not polled for this long expires. */
  readonly lifetimeMs: number
  /** Is called for an expired filter, and notes it again or forgets it. */
  readonly expire: (id: string) => void
}

/** The most filters that expire in one sweep, so that no request waits long for it. */
const sweptAtOnce = 1_000

/** The filters in the order of their last polls, and the places that they take. */
export class FilterIndex {
  readonly #parts: FilterIndexParts
  readonly #entries = new Map<string, FilterEntry>()
  readonly #placesByClient = new Map<string, number>()
  #places = 0

  constructor(parts: FilterIndexParts) {
    this.#parts = parts
  }

  /** Places that all filters take. */
  get places(): number {
    this.sweep()
    return this.#places
  }

  /** Places that the filters of one client take. */
  placesOf(client: string): number {
    this.sweep()
    return this.#placesOf(client)
  }

  /** Whether a client may have a filter that takes so many places. */
  hasPlaces(client: string, wanted: number, { placesPerClient, places }: PlaceBounds): boolean {
    return this.placesOf(client) + wanted <= placesPerClient && this.#places + wanted <= places
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

  /** Expires filters that were not polled for a lifetime. */
  sweep(): void {
    const { now, lifetimeMs, expire } = this.#parts
    const expiredMs = now() - lifetimeMs
    let swept = 0
    for (const [id, { polledAtMs }] of this.#entries) {
      if (polledAtMs > expiredMs || swept === sweptAtOnce) return
      swept++
      expire(id)
    }
  }

  #placesOf(client: string): number {
    return this.#placesByClient.get(client) ?? 0
  }

  #count(client: string, places: number): void {
    this.#places += places
    const left = this.#placesOf(client) + places
    if (left === 0) this.#placesByClient.delete(client)
    else this.#placesByClient.set(client, left)
  }
}
