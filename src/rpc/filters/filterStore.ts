import type { Filter } from './filter.ts'

/** A filter and whose it is. */
export interface OwnedFilter {
  readonly client: string
  readonly filter: Filter
}

/** When a poll must be where a crash cannot take it: within a second, or within a minute. */
export type Saving = 'soon' | 'later'

/**
 * Where filters are kept. Each lives for a while after it was added or put there last, then it is as if it had
 * never been. Services that share a store can answer each other's filters.
 */
export interface FilterStore {
  get(id: string): OwnedFilter | undefined
  /** Keeps a new filter. Where filters outlive the process, there is a promise to wait for until this one does. */
  add(id: string, owned: OwnedFilter): Promise<void> | undefined
  /** Notes that a filter was polled, and how far it has got. */
  put(id: string, owned: OwnedFilter, saving: Saving): void
  delete(id: string): void
  /** Places that the filters of one client take. */
  placesOf(client: string): number
  /** Places that all filters take. */
  readonly places: number
  /** Saves what has not been saved and ends. */
  close(): void
}

export interface FilterStoreOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A filter that is not polled for so long is forgotten. */
  readonly lifetimeMs?: number
}

export const defaultLifetimeMs = 5 * 60 * 1000
