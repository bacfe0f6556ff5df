import { FilterIndex } from './filterIndex.ts'
import {
  defaultLifetimeMs,
  type FilterStore,
  type FilterStoreParts,
  type OwnedFilter,
  type WeightBounds,
  weightOf,
} from './filterStore.ts'

/** Filters that end with the process. */
export class MemoryFilters implements FilterStore {
  readonly #index: FilterIndex
  readonly #now: () => number
  readonly #filters = new Map<string, OwnedFilter>()

  constructor({ now, lifetimeMs = defaultLifetimeMs }: FilterStoreParts) {
    this.#now = now
    const drop = (id: string): void => this.delete(id)
    this.#index = new FilterIndex({ now, lifetimeMs, expire: drop, drop })
  }

  get(id: string): OwnedFilter | undefined {
    this.#index.sweep()
    return this.#filters.get(id)
  }

  add(id: string, owned: OwnedFilter, bounds: WeightBounds): boolean {
    const { client, filter } = owned
    if (!this.#index.makeRoom(client, weightOf(filter), bounds)) return false
    this.#put(id, owned)
    return true
  }

  advance(id: string, _from: OwnedFilter, next: OwnedFilter): boolean {
    if (!this.#filters.has(id)) return false
    this.#put(id, next)
    return true
  }

  delete(id: string): void {
    this.#filters.delete(id)
    this.#index.forget(id)
  }

  close(): void {
    // Nothing to save: the filters end with the process.
  }

  #put(id: string, owned: OwnedFilter): void {
    this.#filters.set(id, owned)
    const { client, filter } = owned
    this.#index.note(id, { client, weight: weightOf(filter), polledAtMs: this.#now() })
  }
}
