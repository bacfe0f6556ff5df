import type { WeightBounds } from './filterStore.ts'

/** What the index knows about a filter. */
export interface FilterEntry {
  readonly client: string
  readonly weight: number
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
  weight: number
  readonly ids: Set<string>
}

/** Maximum number of filters that expire in one sweep, so that no request waits long for it. */
const sweptAtOnce = 1_000

/** The filters in the order of their last polls, with their weights. */
export class FilterIndex {
  readonly #parts: FilterIndexParts
  readonly #entries = new Map<string, FilterEntry>()
  readonly #clients = new Map<string, Client>()
  #weight = 0

  constructor(parts: FilterIndexParts) {
    this.#parts = parts
  }

  /** Of all filters. */
  get weight(): number {
    this.sweep()
    return this.#weight
  }

  /** Of the filters of one client. */
  weightOf(client: string): number {
    this.sweep()
    return this.#clients.get(client)?.weight ?? 0
  }

  /**
   * Makes room for a filter of the weight `wanted`. When all filters together would be too many, the client with the most
   * weight loses its least recently polled filter. False when the client would exceed its own share, or no other client has
   * more weight than it would have.
   */
  makeRoom(name: string, wanted: number, { weightPerClient, weight }: WeightBounds): boolean {
    const held = this.weightOf(name) + wanted
    if (held > weightPerClient) return false
    while (this.#weight + wanted > weight) {
      const largest = this.#largest()
      if (largest === undefined || largest.name === name || largest.weight <= held) return false
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
    this.#count(client, entry.weight)
  }

  forget(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    const client = this.#client(entry.client)
    client.ids.delete(id)
    this.#count(client, -entry.weight)
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
    const client = { name, weight: 0, ids: new Set<string>() }
    this.#clients.set(name, client)
    return client
  }

  #largest(): Client | undefined {
    let largest: Client | undefined
    for (const client of this.#clients.values()) {
      if (largest === undefined || client.weight > largest.weight) largest = client
    }
    return largest
  }

  #count(client: Client, weight: number): void {
    client.weight += weight
    this.#weight += weight
  }
}
