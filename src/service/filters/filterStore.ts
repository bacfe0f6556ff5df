import type { Later } from '../../primitives/work/later.ts'
import type { Filter } from './filter.ts'
import type { Trail } from './trail.ts'

/** A filter and the client that it belongs to. */
export interface OwnedFilter {
  readonly client: string
  readonly filter: Filter
  /** The last blocks that were delivered; undefined in stores of one node, which has these blocks itself. */
  readonly trail?: Trail
  /** Counts the changes of a filter that several processes poll. */
  readonly version?: number
}

/** The most places that the filters of one client may take, and those of all. */
export interface PlaceBounds {
  readonly placesPerClient: number
  readonly places: number
}

/** How soon a change must survive a crash: within a second, or within a minute. */
export type Saving = 'soon' | 'later'

/**
 * Keeps filters. Each expires a lifetime after it was added or put last. Services that share a store can answer each
 * other's filters.
 */
export interface FilterStore {
  /** Whether other nodes may poll the filters; then all answers are promises. */
  readonly isShared?: true
  get(id: string): Later<OwnedFilter | undefined>
  /**
   * Keeps a new filter; false when there is no place for it. A store that outlives the process returns a promise that
   * resolves when the filter does too.
   */
  add(id: string, owned: OwnedFilter, bounds: PlaceBounds): Later<boolean>
  /** Keeps the progress of a filter that was polled; false when another process has polled or removed it since. */
  advance(id: string, from: OwnedFilter, next: OwnedFilter, saving: Saving): Later<boolean>
  delete(id: string): Later<void>
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
