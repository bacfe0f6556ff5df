import { after, type Later } from '../../primitives/work/later.ts'
import type { FilterStore, OwnedFilter, WeightBounds } from './filterStore.ts'

/** Filters that any node of a fleet answers, and those of pending transactions, which belong to the node that made them. */
export class FleetFilters implements FilterStore {
  readonly isShared = true
  readonly #shared: FilterStore
  readonly #own: FilterStore

  constructor(shared: FilterStore, own: FilterStore) {
    this.#shared = shared
    this.#own = own
  }

  get(id: string): Later<OwnedFilter | undefined> {
    return after(this.#own.get(id), (own) => own ?? after(this.#shared.get(id), withoutPending))
  }

  add(id: string, owned: OwnedFilter, bounds: WeightBounds): Later<boolean> {
    return this.#storeOf(owned).add(id, owned, bounds)
  }

  advance(id: string, from: OwnedFilter, next: OwnedFilter): Later<boolean> {
    return this.#storeOf(from).advance(id, from, next)
  }

  delete(id: string): Later<void> {
    return after(this.#own.get(id), (own) => (own === undefined ? this.#shared : this.#own).delete(id))
  }

  close(): void {
    this.#own.close()
    this.#shared.close()
  }

  #storeOf({ filter }: OwnedFilter): FilterStore {
    return filter.kind === 'pending' ? this.#own : this.#shared
  }
}

/** Earlier versions shared filters of pending transactions. */
const withoutPending = (owned: OwnedFilter | undefined): OwnedFilter | undefined =>
  owned?.filter.kind === 'pending' ? undefined : owned
