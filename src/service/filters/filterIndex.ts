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
  /** Called for an expired filter; must note it again or forget it. */
  readonly expire: (id: string) => void
  /** Deletes a filter and forgets it. */
  readonly drop: (id: string) => void
}

/** The filters of one client, least recently polled first. */
interface Client {
  readonly name: string
  places: number
  readonly ids: Set<string>
}

/** Maximum number of filters that expire in one sweep, so that no request waits long for it. */
const sweptAtOnce = 1_000

/** The filters in the order of their last polls, with the places that they take. */
export class FilterIndex {
  readonly #parts: FilterIndexParts
  readonly #entries = new Map<string, FilterEntry>()
  readonly #clients = new Map<string, Client>()
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
    return this.#clients.get(client)?.places ?? 0
  }

  /**
   * Makes room for a filter that takes `wanted` places. When all places are taken, the client with the most places loses its
   * least recently polled filter. False when the client would exceed its own share, or no other client has more places than
   * it would have.
   */
  makeRoom(name: string, wanted: number, { placesPerClient, places }: PlaceBounds): boolean {
    const held = this.placesOf(name) + wanted
    if (held > placesPerClient) return false
    while (this.#places + wanted > places) {
      const largest = this.#largest()
      if (largest === undefined || largest.name === name || largest.places <= held) return false
      const [oldest] = largest.ids
      this.#parts.drop(oldest!)
    }
    return true
  }

  /** Notes a filter that was made or polled later than all others. */
  note(id: string, entry: FilterEntry): void {
    this.forget(id)
    this.#entries.set(id, entry)
    const client = this.#client(entry.client)
    client.ids.add(id)
    this.#count(client, entry.places)
  }

  forget(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    const client = this.#client(entry.client)
    client.ids.delete(id)
    this.#count(client, -entry.places)
    if (client.ids.size === 0) this.#clients.delete(client.name)
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

  #client(name: string): Client {
    const known = this.#clients.get(name)
    if (known !== undefined) return known
    const client = { name, places: 0, ids: new Set<string>() }
    this.#clients.set(name, client)
    return client
  }

  #largest(): Client | undefined {
    let largest: Client | undefined
    for (const client of this.#clients.values()) {
      if (largest === undefined || client.places > largest.places) largest = client
    }
    return largest
  }

  #count(client: Client, places: number): void {
    client.places += places
    this.#places += places
  }
}
