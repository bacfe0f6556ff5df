import { bytesToQuantity } from '../../primitives/quantity.ts'
import { limitExceeded } from '../errors/errors.ts'
import { type Filter, placesOf } from './filter.ts'
import type { FilterStore } from './filterStore.ts'

export interface FilterBookParts {
  readonly store: FilterStore
  readonly random: (length: number) => Uint8Array
  /** The most places that the filters of one client may take, and those of all. */
  readonly placesPerClient: number
  readonly places: number
}

const idBytes = 16

/** The filters of all clients; each is visible to its own client only. */
export class FilterBook {
  readonly #parts: FilterBookParts

  constructor(parts: FilterBookParts) {
    this.#parts = parts
  }

  /** Keeps a new filter and returns its id. */
  add(client: string, filter: Filter): string | Promise<string> {
    const { store, random, placesPerClient, places } = this.#parts
    const wanted = placesOf(filter)
    const { index } = store
    const isFull = index.placesOf(client) + wanted > placesPerClient || index.places + wanted > places
    if (isFull) throw limitExceeded('filters')
    const id = bytesToQuantity(random(idBytes))
    const added = store.add(id, { client, filter })
    return added === undefined ? id : added.then(() => id)
  }

  get(client: string, id: string): Filter | undefined {
    const owned = this.#parts.store.get(id)
    return owned?.client === client ? owned.filter : undefined
  }

  /** Keeps the progress of a filter that the client has polled; `next` is the same filter when there was no news. */
  advance(client: string, id: string, filter: Filter, next: Filter): void {
    this.#parts.store.put(id, { client, filter: next }, next === filter ? 'later' : 'soon')
  }

  /** Returns whether the filter existed. */
  remove(client: string, id: string): boolean {
    const isThere = this.get(client, id) !== undefined
    if (isThere) this.#parts.store.delete(id)
    return isThere
  }
}
