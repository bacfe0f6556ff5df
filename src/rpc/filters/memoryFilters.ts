import { placesOf } from './filter.ts'
import { FilterIndex } from './filterIndex.ts'
import {
  defaultLifetimeMs,
  type FilterStore,
  type FilterStoreOptions,
  type OwnedFilter,
} from './filterStore.ts'

/** Filters that live and die with the process. */
export class MemoryFilters implements FilterStore {
  readonly #now: () => number
  readonly #lifetimeMs: number
  readonly #index = new FilterIndex()
  readonly #filters = new Map<string, OwnedFilter>()

  constructor({ now, lifetimeMs = defaultLifetimeMs }: FilterStoreOptions) {
    this.#now = now
    this.#lifetimeMs = lifetimeMs
  }

  get places(): number {
    this.#sweep()
    return this.#index.places
  }

  placesOf(client: string): number {
    this.#sweep()
    return this.#index.placesOf(client)
  }

  get(id: string): OwnedFilter | undefined {
    this.#sweep()
    return this.#filters.get(id)
  }

  add(id: string, owned: OwnedFilter): undefined {
    this.put(id, owned)
  }

  put(id: string, owned: OwnedFilter): void {
    this.#filters.set(id, owned)
    const { client, filter } = owned
    this.#index.note(id, { client, places: placesOf(filter), polledAtMs: this.#now() })
  }

  delete(id: string): void {
    this.#filters.delete(id)
    this.#index.forget(id)
  }

  /** There is nothing to save. */
  close(): void {}

  #sweep(): void {
    for (const id of this.#index.notPolledAfter(this.#now() - this.#lifetimeMs)) this.delete(id)
  }
}
