import { describe, expect, it } from 'vitest'
import type { Usage } from '../limits/usage.ts'
import { hourMs, type UsageOfHour, type UsageStore } from './usageStore.ts'

/* The behaviour of every store of usage. */

export interface UsageStoreWorld {
  readonly clock: { ms: number }
  readonly usage: UsageStore
  /** The store as the next run of the process opens it. */
  reopen(): Promise<UsageStore>
}

export async function rowsOf(usage: UsageStore, first: number, last: number): Promise<UsageOfHour[]> {
  const rows: UsageOfHour[] = []
  for await (const row of usage.rows(first, last)) rows.push(row)
  return rows
}

const used = (units: number, calls: number): Usage => ({
  ...{ units, calls, errors: 0, gas: 0, logs: 0, bytes: 0 },
})

export function describeUsageStore(what: string, open: () => Promise<UsageStoreWorld>): void {
  describe(what, () => {
    it('sums the calls of each hour by caller, network and method', async () => {
      const { clock, usage } = await open()
      const hour = Math.floor(clock.ms / hourMs)
      const call = { caller: 'alice', network: 'regtest', method: 'eth_call' }
      usage.add(call, { units: 5, calls: 1 })
      usage.add(call, { units: 2.5, calls: 1 })
      usage.add({ ...call, caller: 'bob' }, { units: 1, calls: 1 })
      clock.ms += hourMs
      usage.add(call, { units: 7, calls: 1 })
      const rows = await rowsOf(usage, hour, hour + 1)
      expect(rows).toHaveLength(3)
      expect(rows).toEqual(
        expect.arrayContaining([
          { hour, ...call, usage: used(7.5, 2) },
          { hour, ...call, caller: 'bob', usage: used(1, 1) },
          { hour: hour + 1, ...call, usage: used(7, 1) },
        ]),
      )
      expect(await rowsOf(usage, hour + 1, hour + 1)).toHaveLength(1)
    })

    it('keeps its counts over a restart', async () => {
      const { clock, usage, reopen } = await open()
      const hour = Math.floor(clock.ms / hourMs)
      const call = { caller: 'alice', network: 'regtest', method: 'eth_call' }
      usage.add(call, { units: 5, calls: 1 })
      await usage.close()
      const next = await reopen()
      next.add(call, { units: 1, calls: 1 })
      expect(await rowsOf(next, hour, hour)).toEqual([{ hour, ...call, usage: used(6, 2) }])
    })
  })
}
