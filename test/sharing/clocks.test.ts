import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ApiKey } from '../../src/server/keys/apiKey.ts'
import { Allowance } from '../../src/server/limits/allowance.ts'
import { dayMs, dayOf } from '../../src/server/limits/quotaStore.ts'
import { SharedQuotas } from '../../src/server/limits/sharedQuotas.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, shareIn } from './sharingWorld.ts'

const patience = 30_000
const apartMs = 10_000
const key: ApiKey = {
  id: 'aaaaaaaaaaaa',
  label: 'test',
  secretHash: new Uint8Array(32),
  createdAt: 0,
  dailyUnits: 10,
}
const spender = { key, address: '127.0.0.1' }

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

/** The allowance of a process whose clock differs from that of the others. */
async function openAllowance(prefix: string, now: () => number) {
  const quotas = new SharedQuotas({
    sharing: await shareIn(redis, { prefix }),
    processId: randomUUID(),
    processes: () => 2,
    report: () => {},
    sendEveryMs: 20,
  })
  onTestFinished(() => quotas.close())
  const allowance = new Allowance({ quotas, now, elapsedMs: () => performance.now() })
  const spendAll = (): number => {
    let spent = 0
    while (spent < 100 && allowance.spend(spender, 1) === undefined) spent++
    return spent
  }
  /** A process has only its part of the quota until it has read the shared state. */
  const spendInTime = async (units: number): Promise<number> => {
    let spent = 0
    await vi.waitFor(() => {
      spent += spendAll()
      expect(spent).toBeGreaterThanOrEqual(units)
    }, patience)
    return spent
  }
  const usedBy = (day: number): number => quotas.used(key.id, day, 10)
  return { spendAll, spendInTime, usedBy }
}

describe.skipIf(!hasRedis)('a daily quota of processes whose clocks are 10 s apart', () => {
  it('is granted once per day, even to processes that do not agree on the day', async () => {
    const prefix = newPrefix()
    // Five seconds before midnight; the clock of the other process shows five seconds after it.
    const clock = { ms: 20_001 * dayMs - apartMs / 2 }
    const slow = await openAllowance(prefix, () => clock.ms)
    const quick = await openAllowance(prefix, () => clock.ms + apartMs)
    expect([dayOf(clock.ms), dayOf(clock.ms + apartMs)]).toEqual([20_000, 20_001])
    expect(await slow.spendInTime(10)).toBe(10)
    expect(await quick.spendInTime(10)).toBe(10)
    // On the new day, only the process with the fast clock has spent units.
    clock.ms += apartMs
    await vi.waitFor(() => expect(slow.usedBy(20_001)).toBe(10), patience)
    expect([slow.spendAll(), quick.spendAll()]).toEqual([0, 0])
  })
})
