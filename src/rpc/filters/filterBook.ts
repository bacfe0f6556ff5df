import { toBigInt } from '../../primitives/integers.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { limitExceeded } from '../errors.ts'
import type { Filter } from './filter.ts'

export interface FilterBookOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  /** A filter that is not polled for so long is forgotten. */
  readonly lifetimeMs: number
  readonly maximumPerClient: number
  readonly maximumFilters: number
}

interface Entry {
  readonly client: string
  filter: Filter
  expiresAtMs: number
}

const idBytes = 16

/** The filters of all clients, each known to its client only. */
export class FilterBook {
  readonly #options: FilterBookOptions
  /** The one that expires first is the first. */
  readonly #entries = new Map<string, Entry>()
  readonly #counts = new Map<string, number>()

  constructor(options: FilterBookOptions) {
    this.#options = options
  }

  /** The id of a new filter. */
  add(client: string, filter: Filter): string {
    this.#expire()
    const { maximumPerClient, maximumFilters, random } = this.#options
    const count = this.#counts.get(client) ?? 0
    if (count >= maximumPerClient || this.#entries.size >= maximumFilters) throw limitExceeded('filters')
    const id = toQuantity(toBigInt(random(idBytes)))
    this.#counts.set(client, count + 1)
    this.#entries.set(id, { client, filter, expiresAtMs: this.#expiry })
    return id
  }

  get(client: string, id: string): Filter | undefined {
    return this.#entry(client, id)?.filter
  }

  /** Notes that the client has polled, and how far the filter has got. */
  advance(client: string, id: string, filter: Filter): void {
    const entry = this.#entry(client, id)
    if (entry === undefined) return
    this.#entries.delete(id)
    entry.filter = filter
    entry.expiresAtMs = this.#expiry
    this.#entries.set(id, entry)
  }

  /** Whether there was such a filter. */
  remove(client: string, id: string): boolean {
    const entry = this.#entry(client, id)
    if (entry !== undefined) this.#forget(id, entry)
    return entry !== undefined
  }

  get #expiry(): number {
    return this.#options.now() + this.#options.lifetimeMs
  }

  #entry(client: string, id: string): Entry | undefined {
    this.#expire()
    const entry = this.#entries.get(id)
    return entry?.client === client ? entry : undefined
  }

  #expire(): void {
    const now = this.#options.now()
    for (const [id, entry] of this.#entries) {
      if (entry.expiresAtMs > now) return
      this.#forget(id, entry)
    }
  }

  #forget(id: string, { client }: Entry): void {
    this.#entries.delete(id)
    const left = this.#counts.get(client)! - 1
    if (left === 0) this.#counts.delete(client)
    else this.#counts.set(client, left)
  }
}
