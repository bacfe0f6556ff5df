/**
 * The units that keys have spent on a day. Reads and additions are immediate; an implementation that several servers
 * share may see the spending of the others with a delay.
 */
export interface QuotaStore {
  /** `day` is the number of days since 1970 in UTC. */
  used(keyId: string, day: number): number
  add(keyId: string, day: number, units: number): void
  /** Saves unsaved changes and ends. */
  close(): void
}

export const dayMs = 24 * 60 * 60 * 1000
export const dayOf = (now: number): number => Math.floor(now / dayMs)
