import type { Store } from '../../store/store.ts'
import type { QuotaStore } from './quotaStore.ts'
import type { Usage } from './usage.ts'
import { UsageTable, type UsageTableParts, usageAt } from './usageTable.ts'

const saveEveryMs = 1_000
export const daysKept = 40

/** Spending in a table of a store: after a crash at most one second of spending is lost. */
export class StoredQuotas implements QuotaStore {
  readonly #usage: UsageTable

  constructor(parts: Pick<UsageTableParts, 'store' | 'report'>) {
    this.#usage = new UsageTable({ ...parts, saveEveryMs, keyOf, periodsKept: daysKept })
  }

  used(keyId: string, day: number): number {
    return this.#usage.of(day, keyId).units
  }

  add(keyId: string, day: number, usage: Partial<Usage>): void {
    this.#usage.add(day, keyId, usage)
  }

  close(): void {
    this.#usage.close()
  }
}

/** What a key had used on a day at the last save. */
export const storedUsage = (store: Pick<Store, 'get'>, keyId: string, day: number): Usage =>
  usageAt(store, keyOf(day, keyId))

const keyOf = (day: number, keyId: string): string => `${String(day).padStart(8, '0')}/${keyId}`
