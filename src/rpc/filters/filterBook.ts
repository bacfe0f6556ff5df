import { bytesToQuantity } from '../../primitives/quantity.ts'
import { limitExceeded } from '../errors/errors.ts'
import { type Filter, placesOf } from './filter.ts'
import type { FilterStore } from './filterStore.ts'

export interface FilterBookOptions {
  readonly store: FilterStore
  readonly random: (length: number) => Uint8Array
  /** Places for the filters of one client, and for all. */
  readonly placesPerClient: number
  readonly places: number
}

const idBytes = 16

/** The filters of all clients, each known to its client only. */
export class FilterBook {
  readonly #options: FilterBookOptions

  constructor(options: FilterBookOptions) {
    this.#options = options
  }

  /** The id of a new filter, when it is kept. */
  add(client: string, filter: Filter): string | Promise<string> {
    const { store, random, placesPerClient, places } = this.#options
    const wanted = placesOf(filter)
    const isFull = store.placesOf(client) + wanted > placesPerClient || store.places + wanted > places
    if (isFull) throw limitExceeded('filters')
    const id = bytesToQuantity(random(idBytes))
    const added = store.add(id, { client, filter })
    return added === undefined ? id : added.then(() => id)
  }

  get(client: string, id: string): Filter | undefined {
    const owned = this.#options.store.get(id)
    return owned?.client === client ? owned.filter : undefined
  }

  /** Notes that the client has polled a filter, and how far it has got: `next` is the same when nowhere. */
  advance(client: string, id: string, filter: Filter, next: Filter): void {
    this.#options.store.put(id, { client, filter: next }, next === filter ? 'later' : 'soon')
  }

  /** Whether there was such a filter. */
  remove(client: string, id: string): boolean {
    const isThere = this.get(client, id) !== undefined
    if (isThere) this.#options.store.delete(id)
    return isThere
  }
}
