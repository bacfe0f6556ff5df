import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { reasonOf } from '../../src/primitives/errors.ts'
import { describeQuotaStore } from '../../src/server/limits/quotaStore.cases.ts'
import { SharedQuotas } from '../../src/server/limits/sharedQuotas.ts'
import { script } from '../../src/sharing/sharedScript.ts'
import { SharedSums } from '../../src/sharing/sharedSums.ts'
import type { Sharing } from '../../src/sharing/sharing.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, settingsFor, shareIn, sharingWith } from './sharingWorld.ts'

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

const patience = 30_000
const nothing = script('return 0')
const hour = 3_600_000

function quotasOver(sharing: Sharing, { processes = 2, sendEveryMs = hour } = {}) {
  const problems: string[] = []
  const report = (error: unknown) => problems.push(reasonOf(error))
  const quotas = new SharedQuotas({
    sharing,
    processId: randomUUID(),
    processes: () => processes,
    report,
    sendEveryMs,
  })
  onTestFinished(() => quotas.close())
  return { quotas, problems }
}

async function openQuotas(prefix: string, options = {}) {
  const sharing = await shareIn(redis, { prefix })
  return { sharing, ...quotasOver(sharing, options) }
}

describe.skipIf(!hasRedis)('shared state', () => {
  describeQuotaStore('quotas in shared state', async () => {
    const prefix = newPrefix()
    const { quotas } = await openQuotas(prefix)
    return {
      quotas,
      async reopen(keyId, day) {
        const { quotas: next } = await openQuotas(prefix)
        await vi.waitFor(() => expect(next.used(keyId, day, 100)).toBeGreaterThan(0), patience)
        return next
      },
    }
  })

  it('lets processes together spend a quota and hardly more', async () => {
    const prefix = newPrefix()
    const both = [await openQuotas(prefix), await openQuotas(prefix)]
    const limit = 2_000
    let spent = 0
    let refused = 0
    while (refused < 50) {
      for (const { quotas } of both) {
        if (quotas.used('alice', 20_000, limit) + 1 > limit) {
          refused++
          continue
        }
        quotas.add('alice', 20_000, { units: 1 })
        spent++
      }
      // Calls take about as long as a reply.
      await Promise.all(both.map(({ sharing }) => sharing.run(nothing, [])))
    }
    expect(spent).toBeGreaterThanOrEqual(limit)
    expect(spent).toBeLessThanOrEqual(limit * 1.01)
  })

  it('sums the usage of processes', async () => {
    const prefix = newPrefix()
    const one = await openQuotas(prefix)
    const other = await openQuotas(prefix)
    one.quotas.add('alice', 20_000, { units: 5, calls: 1 })
    other.quotas.add('alice', 20_000, { units: 1, calls: 1, gas: 21_000 })
    await one.quotas.close()
    await other.quotas.close()
    expect(await one.quotas.read('alice', 20_000)).toEqual({
      ...{ units: 6, calls: 2, gas: 21_000, logs: 0, bytes: 0, errors: 0 },
    })
  })

  it('grants each process its part of the remaining quota while the state is away, and counts it once when it is back', async () => {
    const server = await RedisServer.start()
    onTestFinished(() => server.close())
    const prefix = newPrefix()
    const sharing = await shareIn(server, { prefix })
    const { quotas } = quotasOver(sharing, { processes: 4, sendEveryMs: 20 })
    quotas.add('alice', 20_000, { units: 60 })
    await vi.waitFor(async () => expect((await quotas.read('alice', 20_000)).units).toBe(60), patience)
    await server.kill()
    await vi.waitFor(() => expect(sharing.isAway).toBe(true), patience)
    quotas.add('alice', 20_000, { units: 10 })
    expect(quotas.used('alice', 20_000, 100)).toBe(100)
    await server.run()
    await vi.waitFor(async () => expect((await quotas.read('alice', 20_000)).units).toBe(70), patience)
    expect(quotas.used('alice', 20_000, 100)).toBe(70)
  })

  it('counts a batch once when its reply is lost', async () => {
    const server = await RedisServer.start()
    onTestFinished(() => server.close())
    const settings = settingsFor(server.url, { replyTimeoutMs: 200 })
    const sharing = sharingWith(settings)
    await sharing.open()
    const sums = new SharedSums({ sharing, processId: 'one', lifetimeMs: hour, report: () => {} }, 'units')
    onTestFinished(() => sums.close())
    sums.add('sums', [['units', 1]])
    await sums.send('sums')
    // The server receives the next batch, and answers it too late.
    server.pause()
    sums.add('sums', [['units', 10]])
    await sums.send('sums')
    expect(sharing.isAway).toBe(true)
    expect([sums.totalOf('sums'), sums.unsentOf('sums')]).toEqual([1, 10])
    server.resume()
    await vi.waitFor(() => expect(sharing.isAway).toBe(false), patience)
    expect(await server.ask('HGET', 'sums', 'units')).toContain('11')
    sums.add('sums', [['units', 100]])
    await sums.send('sums')
    await sums.send('sums')
    expect(await server.ask('HGET', 'sums', 'units')).toContain('111')
    expect([sums.totalOf('sums'), sums.unsentOf('sums')]).toEqual([111, 0])
  })

  it('restores usage that a new primary did not get', async () => {
    const { quotas, sharing } = await openQuotas(newPrefix(), { sendEveryMs: 20 })
    quotas.add('alice', 20_000, { units: 60 })
    await vi.waitFor(async () => expect((await quotas.read('alice', 20_000)).units).toBe(60), patience)
    await redis.ask('DEL', sharing.names.key('client:alice', 'day', '20000'))
    quotas.add('alice', 20_000, { units: 1 })
    await vi.waitFor(async () => expect((await quotas.read('alice', 20_000)).units).toBe(61), patience)
  })

  it('grants each process its part while another program has damaged the sums', async () => {
    const { quotas, sharing, problems } = await openQuotas(newPrefix(), { processes: 5 })
    await redis.ask('SET', sharing.names.key('client:alice', 'day', '20000'), 'garbage')
    quotas.add('alice', 20_000, { units: 10 })
    quotas.used('alice', 20_000, 100)
    await vi.waitFor(() => expect(quotas.used('alice', 20_000, 100)).toBe(50), patience)
    expect(problems[0]).toContain('WRONGTYPE')
  })
})
