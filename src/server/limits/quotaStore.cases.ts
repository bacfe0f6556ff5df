import { describe, expect, it } from 'vitest'
import type { QuotaStore } from './quotaStore.ts'

/* The behaviour of every store of quotas. */

export interface QuotaStoreWorld {
  readonly quotas: QuotaStore
  /** The store as the next run of the process opens it, when it has read the usage of the key. */
  reopen(keyId: string, day: number): Promise<QuotaStore>
}

export function describeQuotaStore(what: string, open: () => Promise<QuotaStoreWorld>): void {
  describe(what, () => {
    it('counts additions at once, for each key and day', async () => {
      const { quotas } = await open()
      quotas.add('alice', 20_000, { units: 5, calls: 1 })
      quotas.add('alice', 20_000, { units: 2.5, bytes: 100 })
      quotas.add('bob', 20_000, { units: 1 })
      quotas.add('alice', 20_001, { units: 9 })
      const used = [
        quotas.used('alice', 20_000, 100),
        quotas.used('bob', 20_000),
        quotas.used('alice', 20_001, 100),
        quotas.used('carol', 20_000, 100),
      ]
      expect(used).toEqual([7.5, 1, 9, 0])
    })

    it('keeps its counts over a restart', async () => {
      const { quotas, reopen } = await open()
      quotas.add('alice', 20_000, { units: 5 })
      quotas.add('alice', 20_000, { calls: 3 })
      await quotas.close()
      const next = await reopen('alice', 20_000)
      next.add('alice', 20_000, { units: 2 })
      expect(next.used('alice', 20_000, 100)).toBe(7)
    })
  })
}
