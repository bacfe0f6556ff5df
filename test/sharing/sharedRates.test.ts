import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Allowance } from '../../src/server/limits/allowance.ts'
import { SharedRates } from '../../src/server/limits/sharedRates.ts'
import type { Sharing } from '../../src/sharing/sharing.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, shareIn } from './sharingWorld.ts'

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

const patience = 30_000
const elapsedMs = () => performance.now()

function ratesOver(sharing: Sharing, processes = 2): SharedRates {
  const rates = new SharedRates({ sharing, processes: () => processes, report: () => {}, elapsedMs })
  onTestFinished(() => rates.close())
  return rates
}

const openRates = async (prefix: string) => {
  const sharing = await shareIn(redis, { prefix })
  return { sharing, rates: ratesOver(sharing) }
}

/** Spends until it is refused; returns the units. */
function spendAll(rates: SharedRates, rate: { burst: number; perSecond: number }, tries: number): number {
  let spent = 0
  for (let count = 0; count < tries; count++) {
    const nowMs = elapsedMs()
    if (rates.waitMs('alice', rate, 1, nowMs) > 0) continue
    rates.spend('alice', rate, 1, nowMs)
    spent++
  }
  return spent
}

describe.skipIf(!hasRedis)('rates in shared state', () => {
  it('hold for all processes together', async () => {
    const prefix = newPrefix()
    const both = [await openRates(prefix), await openRates(prefix)]
    const rate = { burst: 50, perSecond: 500 }
    const startMs = elapsedMs()
    let spent = 0
    while (elapsedMs() < startMs + 1_500) {
      for (const { rates } of both) spent += spendAll(rates, rate, 3)
      await pause(1)
    }
    const earned = rate.burst + ((elapsedMs() - startMs) * rate.perSecond) / 1000
    // Before they know of each other, both may spend a burst and a lease of 20 ms.
    expect(spent).toBeLessThanOrEqual(earned + rate.burst + rate.perSecond / 50)
    expect(spent).toBeGreaterThan(earned * 0.8)
    const leases = both.reduce((sum, { rates }) => sum + rates.leases, 0)
    expect(leases).toBeLessThan(spent / 2)
  })

  it('apply to a bucket that another process has emptied', async () => {
    const prefix = newPrefix()
    const one = await openRates(prefix)
    const other = await openRates(prefix)
    const rate = { burst: 10, perSecond: 0.01 }
    expect(spendAll(one.rates, rate, 20)).toBe(10)
    await vi.waitFor(async () => expect(await bucketOf(one.sharing)).toBeLessThan(1), patience)
    // The first request passes, because the level is not known yet.
    spendAll(other.rates, rate, 1)
    await vi.waitFor(
      () => expect(other.rates.waitMs('alice', rate, 1, elapsedMs())).toBeGreaterThan(50_000),
      patience,
    )
  })

  it('are all subtracted at the end, also after those on their way', async () => {
    const sharing = await shareIn(redis, { prefix: newPrefix() })
    const failures: unknown[] = []
    const report = (error: unknown) => failures.push(error)
    const rates = new SharedRates({ sharing, processes: () => 1, report, elapsedMs })
    const rate = { burst: 10, perSecond: 0.01 }
    // The first are sent at once, the others wait for the reply.
    for (const units of [2, 3]) rates.spend('alice', rate, units, elapsedMs())
    await rates.close()
    expect(Math.round(await bucketOf(sharing))).toBe(5)
    await sharing.close()
    expect(failures).toEqual([])
  })

  it('hold for clients without keys, by their addresses', async () => {
    const prefix = newPrefix()
    const both = [await openRates(prefix), await openRates(prefix)]
    const [one, other] = both.map(({ rates }) => new Allowance({ rates, now: Date.now, elapsedMs }))
    const guest = { key: undefined, address: '203.0.113.7' }
    const work = { units: 0, gas: 0, logs: 0, bytes: 0 }
    // A minute of the rate, far more than both may spend together.
    expect(one!.charge(guest, { units: 1_200_000, work, calls: 1 })).toBeUndefined()
    await vi.waitFor(() => {
      other!.spend(guest, 0)
      expect(other!.spend(guest, 1)).toMatchObject({ status: 429 })
    }, patience)
    expect(other!.spend({ ...guest, address: '203.0.113.8' }, 1)).toBeUndefined()
  })

  it('delay a client in debt for at most a minute', async () => {
    const { rates } = await openRates(newPrefix())
    const rate = { burst: 10, perSecond: 10 }
    expect(rates.charge('alice', rate, 100, elapsedMs())).toBeUndefined()
    expect(rates.waitMs('alice', rate, 1, elapsedMs())).toBeGreaterThan(5_000)
    expect(rates.charge('alice', rate, 1_000_000, elapsedMs())).toBeGreaterThan(50_000)
    await vi.waitFor(() => expect(rates.leases).toBeGreaterThan(1), patience)
    expect(rates.waitMs('alice', rate, 1, elapsedMs())).toBeLessThan(60_200)
  })

  it('are divided between the processes while the shared state is away', async () => {
    const server = await RedisServer.start()
    onTestFinished(() => server.close())
    const sharing = await shareIn(server)
    const rates = ratesOver(sharing, 5)
    const rate = { burst: 100, perSecond: 0.01 }
    await server.kill()
    await vi.waitFor(() => expect(sharing.isAway).toBe(true), patience)
    expect(spendAll(rates, rate, 200)).toBe(20)
  })

  it.each([
    ['another type', ['SET', 'KEY', 'garbage'], 20],
    ['no numbers', ['HSET', 'KEY', 'level', 'nan', 'at', 'soon'], 100],
    ['a moment in the future', ['HSET', 'KEY', 'level', '40', 'at', '9999999999999'], 40],
  ])('hold when a bucket has %s', async (_, command, expected) => {
    const sharing = await shareIn(redis)
    const rates = ratesOver(sharing, 5)
    const rate = { burst: 100, perSecond: 0.01 }
    const key = sharing.names.key('client:alice', 'rate')
    await redis.ask(...command.map((word) => word.replace('KEY', key)))
    rates.spend('alice', rate, 0, elapsedMs())
    await vi.waitFor(() => expect(sharing.health().roundTrips).toBeGreaterThan(1), patience)
    await pause(50)
    expect(spendAll(rates, rate, 200)).toBe(expected)
  })

  async function bucketOf(sharing: Sharing): Promise<number> {
    const reply = await redis.ask('HGET', sharing.names.key('client:alice', 'rate'), 'level')
    return Number(reply.split('\r\n')[1])
  }
})
