import type { Usage } from './usage.ts'

/**
 * The work that keys have used and the units that they have spent on a day. Reads and additions are immediate; an
 * implementation that several servers share may see the spending of the others with a delay.
 */
export interface QuotaStore {
  /** The units; `day` is the number of days since 1970 in UTC. `limit` is what the key may use on it. */
  used(keyId: string, day: number, limit?: number): number
  add(keyId: string, day: number, usage: Partial<Usage>): void
  /** Saves unsaved changes and ends. */
  close(): void | Promise<void>
}

export const dayMs = 24 * 60 * 60 * 1000
export const dayOf = (now: number): number => Math.floor(now / dayMs)
