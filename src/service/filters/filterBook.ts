import { bytesToQuantity } from '../../primitives/quantity.ts'
import type { Later } from '../../primitives/work/later.ts'
import { limitExceeded } from '../../rpc/errors/errors.ts'
import type { FilterStore, OwnedFilter, PlaceBounds } from './filterStore.ts'

export interface FilterBookParts extends PlaceBounds {
  readonly store: FilterStore
  readonly random: (length: number) => Uint8Array
}

const idBytes = 16

/** The filters of all clients; each is visible to its own client only. */
export class FilterBook {
  readonly #parts: FilterBookParts

  constructor(parts: FilterBookParts) {
    this.#parts = parts
  }

  /** Keeps a new filter and returns its id. */
  add(owned: OwnedFilter): Later<string> {
    const id = bytesToQuantity(this.#parts.random(idBytes))
    const isAdded = this.#parts.store.add(id, owned, this.#parts)
    return isAdded instanceof Promise ? isAdded.then((isLater) => idIf(isLater, id)) : idIf(isAdded, id)
  }

  get(client: string, id: string): Later<OwnedFilter | undefined> {
    const owned = this.#parts.store.get(id)
    return owned instanceof Promise
      ? owned.then((found) => (found?.client === client ? found : undefined))
      : owned?.client === client
        ? owned
        : undefined
  }

  /**
   * Keeps the progress of a filter that the client has polled, with the same filter when there was no news; false when
   * another process has polled or removed it since.
   */
  advance(id: string, from: OwnedFilter, next: OwnedFilter): Later<boolean> {
    return this.#parts.store.advance(id, from, next, next.filter === from.filter ? 'later' : 'soon')
  }

  /** Returns whether the filter existed. */
  remove(client: string, id: string): Later<boolean> {
    const owned = this.get(client, id)
    return owned instanceof Promise ? owned.then((found) => this.#remove(id, found)) : this.#remove(id, owned)
  }

  #remove(id: string, owned: OwnedFilter | undefined): Later<boolean> {
    if (owned === undefined) return false
    const removed = this.#parts.store.delete(id)
    return removed instanceof Promise ? removed.then(() => true) : true
  }
}

function idIf(isAdded: boolean, id: string): string {
  if (!isAdded) throw limitExceeded('filters')
  return id
}
