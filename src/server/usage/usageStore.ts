import type { HourUsage } from './hourUsage.ts'

/** The usage of one method by one caller in one hour. */
export interface UsageOfHour {
  readonly hour: number
  /** The id of the key, or `guests`. */
  readonly caller: string
  readonly network: string
  readonly method: string
  readonly usage: HourUsage
}

/** The usage of each hour by caller, network and method, for 90 days. */
export interface UsageStore {
  add(labels: Pick<UsageOfHour, 'caller' | 'network' | 'method'>, usage: Partial<HourUsage>): void
  /** Rows of the hours from `first` up to and including `last`, ordered by hour. */
  rows(first: number, last: number): Iterable<UsageOfHour> | AsyncIterable<UsageOfHour>
  close(): void | Promise<void>
}

export const hourMs = 60 * 60 * 1000
/** Hours since 1970 in UTC. */
export const hourOf = (now: number): number => Math.floor(now / hourMs)

export const hoursKept = 90 * 24

/** Stands for callers without a key. */
export const guests = 'guest'
/** Is the caller and the method of what exceeds the rows of an hour. */
export const others = 'other'
export const defaultRowsPerHour = 50_000
