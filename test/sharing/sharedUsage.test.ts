import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SharedUsage } from '../../src/server/usage/sharedUsage.ts'
import { describeUsageStore, rowsOf } from '../../src/server/usage/usageStore.cases.ts'
import { hourOf } from '../../src/server/usage/usageStore.ts'
import type { Sharing } from '../../src/sharing/sharing.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, shareIn } from './sharingWorld.ts'

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

const patience = 30_000
const call = { caller: 'alice', network: 'regtest', method: 'eth_call' }

function usageOver(sharing: Sharing, now = () => Date.now()): SharedUsage {
  const usage = new SharedUsage({ sharing, processId: randomUUID(), now, report: () => {} })
  onTestFinished(() => usage.close())
  return usage
}

describe.skipIf(!hasRedis)('shared state', () => {
  describeUsageStore('usage in shared state', async () => {
    const prefix = newPrefix()
    const clock = { ms: Date.UTC(2026, 0, 1) }
    const open = async () => usageOver(await shareIn(redis, { prefix }), () => clock.ms)
    return { clock, usage: await open(), reopen: open }
  })

  it('sums the usage of all processes, each batch once, even after an outage', async () => {
    const server = await RedisServer.start()
    onTestFinished(() => server.close())
    const prefix = newPrefix()
    const sharings = [await shareIn(server, { prefix }), await shareIn(server, { prefix })]
    const stores = sharings.map((sharing) => usageOver(sharing))
    for (const usage of stores) usage.add(call, { calls: 1, units: 10 })
    for (const usage of stores) await rowsOf(usage, 0, 0)
    await server.kill()
    await vi.waitFor(() => expect(sharings.every(({ isAway }) => isAway)).toBe(true), patience)
    for (const usage of stores) usage.add(call, { calls: 1, units: 1 })
    await server.run()
    const now = hourOf(Date.now())
    await vi.waitFor(async () => {
      const rows = await rowsOf(stores[0]!, now - 1, now)
      expect(rows.reduce((sum, { usage }) => sum + usage.units, 0)).toBe(22)
    }, patience)
  })
})
