import type { Filter } from './filter.ts'
import type { FilterIndex } from './filterIndex.ts'

/** A filter and the client that it belongs to. */
export interface OwnedFilter {
  readonly client: string
  readonly filter: Filter
}

/** How soon a change must survive a crash: within a second, or within a minute. */
export type Saving = 'soon' | 'later'

/**
 * Keeps filters. Each expires a lifetime after it was added or put last. Services that share a store can answer each
 * other's filters.
 */
export interface FilterStore {
  /** Whether services of other processes answer the same filters. */
  readonly isShared?: boolean
  /** How many places the filters take. */
  readonly index: Pick<FilterIndex, 'places' | 'placesOf'>
  get(id: string): OwnedFilter | undefined
  /** Keeps a new filter. A store that outlives the process returns a promise that resolves when the filter does too. */
  add(id: string, owned: OwnedFilter): Promise<void> | undefined
  /** Keeps the progress of a filter that was polled. */
  put(id: string, owned: OwnedFilter, saving: Saving): void
  delete(id: string): void
  /** Saves unsaved changes and ends. */
  close(): void
}

export interface FilterStoreParts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A filter that is not polled for this long expires. */
  readonly lifetimeMs?: number
}

export const defaultLifetimeMs = 5 * 60 * 1000
