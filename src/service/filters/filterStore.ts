import type { Later } from '../../primitives/work/later.ts'
import type { Position } from '../../rpc/history/changesSince.ts'
import type { PendingCursor } from '../../rpc/method/clientFilters.ts'
import { weightOfCriterion } from '../../rpc/method/subscribing.ts'
import type { RangeLogFilter } from '../../rpc/params/logFilter.ts'

/**
 * A filter is a criterion and a position, and does not grow: changes since then are read from the chain when the client polls, so they are correct across reorganisations and in any process.
 */
export type Filter =
  | { readonly kind: 'logs'; readonly criterion: RangeLogFilter; readonly cursor: Position }
  | { readonly kind: 'blocks'; readonly cursor: Position }
  | { readonly kind: 'pending'; readonly cursor: PendingCursor }

/** How much of its client's quota a filter takes. */
export function weightOf(filter: Filter): number {
  return filter.kind === 'logs' ? weightOfCriterion(filter.criterion) : 1
}

/** A filter and the client that it belongs to. */
export interface OwnedFilter {
  readonly client: string
  readonly filter: Filter
  /** Counts the changes of a filter that several processes poll. */
  readonly version?: number
}

/** Maximum weight of the filters of one client, and of all filters. */
export interface WeightBounds {
  readonly weightPerClient: number
  readonly weight: number
}

/**
 * Keeps filters. Each expires a lifetime after it was added or last polled. Services that share a store can answer polls of
 * each other's filters.
 */
export interface FilterStore {
  /** Whether other nodes may poll the filters; then all answers are promises. */
  readonly isShared?: true
  get(id: string): Later<OwnedFilter | undefined>
  /**
   * Keeps a new filter; the client with the most weight may lose others for it. False when there is no room. A store that
   * outlives the process returns a promise that resolves when the filter is written.
   */
  add(id: string, owned: OwnedFilter, bounds: WeightBounds): Later<boolean>
  /**
   * Keeps the progress of a filter that was polled, with the same filter when there was no news; false when it was
   * removed since, or another process has polled it. News must survive a crash within a second, a poll without news within a minute.
   */
  advance(id: string, from: OwnedFilter, next: OwnedFilter): Later<boolean>
  delete(id: string): Later<void>
  /** Saves unsaved changes and closes the store. */
  close(): void
}

export interface FilterStoreParts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A filter that is not polled for this long expires. */
  readonly lifetimeMs?: number
}

export const defaultLifetimeMs = 5 * 60 * 1000

/** The length of `0x` and 16 bytes in hex: no filter has a longer id. */
export const maximumIdLength = 34
