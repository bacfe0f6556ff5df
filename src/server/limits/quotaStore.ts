/**
 * What keys have spent on a day. Reads and additions are immediate; an implementation that several servers
 * share may learn of the others' spending a little later.
 */
export interface QuotaStore {
  /** `day` counts from 1970 by UTC. */
  used(keyId: string, day: number): number
  add(keyId: string, day: number, units: number): void
  /** Saves what has not been saved and ends. */
  close(): void
}

export const dayMs = 24 * 60 * 60 * 1000
export const dayOf = (now: number): number => Math.floor(now / dayMs)
