import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import { Allowance } from './allowance.ts'
import { RateLimiter } from './rateStore.ts'
import { StoredQuotas, storedUsage } from './storedQuotas.ts'
import { decodeUsage, encodeUsage, noUsage } from './usage.ts'

describe('the rate limiter', () => {
  it('never lets a client spend more than the burst and the units earned since', () => {
    const spending = fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 5 })), { maxLength: 60 })
    fc.assert(
      fc.property(spending, (steps) => {
        const limiter = new RateLimiter()
        const rate = { burst: 5, perSecond: 10 }
        let now = 0
        let spent = 0
        for (const [pause, units] of steps) {
          now += pause
          if (limiter.waitMs('key', rate, units, now) > 0) continue
          limiter.spend('key', rate, units, now)
          spent += units
          expect(spent).toBeLessThanOrEqual(5 + (now / 1000) * 10 + 1e-6)
        }
      }),
    )
  })

  it('lets a client spend after the announced wait', () => {
    const limiter = new RateLimiter()
    const rate = { burst: 4, perSecond: 4 }
    limiter.spend('key', rate, 4, 0)
    const wait = limiter.waitMs('key', rate, 2, 100)
    expect(wait).toBe(400)
    expect(limiter.waitMs('key', rate, 2, 499)).toBeGreaterThan(0)
    expect(limiter.waitMs('key', rate, 2, 500)).toBe(0)
    expect(limiter.waitMs('another key', rate, 2, 100)).toBe(0)
  })

  it('lets a request that costs more than the burst pass after a pause, and charges the client for it', () => {
    const limiter = new RateLimiter()
    const rate = { burst: 2, perSecond: 1 }
    expect(limiter.waitMs('key', rate, 10, 0)).toBe(0)
    limiter.spend('key', rate, 10, 0)
    expect(limiter.waitMs('key', rate, 1, 0)).toBe(9_000)
  })
})

describe('the debt of a client', () => {
  const rate = { burst: 10, perSecond: 10 }

  it('delays its next requests until the work is paid', () => {
    const limiter = new RateLimiter()
    expect(limiter.charge('key', rate, 60, 0)).toBeUndefined()
    expect(limiter.waitMs('key', rate, 1, 0)).toBe(5_100)
    expect(limiter.waitMs('key', rate, 1, 5_100)).toBe(0)
    expect(limiter.waitMs('another key', rate, 1, 0)).toBe(0)
  })

  it('is bounded to a minute, and reports when it is full', () => {
    const limiter = new RateLimiter()
    expect(limiter.charge('key', rate, 1_000_000, 0)).toBe(60_100)
    expect(limiter.waitMs('key', rate, 1, 0)).toBe(60_100)
    expect(limiter.charge('key', rate, 1, 1_000)).toBeUndefined()
  })

  it('never falls because of more work', () => {
    const limiter = new RateLimiter()
    limiter.spend('key', rate, 10_000, 0)
    const wait = limiter.waitMs('key', rate, 1, 0)
    expect(limiter.charge('key', rate, 5, 0)).toBe(wait)
    expect(limiter.waitMs('key', rate, 1, 0)).toBe(wait)
  })
})

describe('a public server without keys', () => {
  it('limits each network address separately', () => {
    const clock = { ms: 0 }
    const allowance = new Allowance({ now: () => 0, elapsedMs: () => clock.ms })
    const spend = (address: string) => allowance.spend({ key: undefined, address }, 1_000)?.status
    const statuses = Array.from({ length: 200 }, () => spend('192.0.2.1'))
    expect(statuses.slice(0, 100)).toEqual(Array(100).fill(undefined))
    expect(statuses.at(-1)).toBe(429)
    expect(spend('192.0.2.2')).toBeUndefined()
    clock.ms += 1_000
    expect(spend('192.0.2.1')).toBeUndefined()
  })

  it('keeps a bounded number of addresses and drops the one that asked longest ago', () => {
    const limiter = new RateLimiter(2)
    const rate = { burst: 1, perSecond: 1 }
    for (const client of ['first', 'second', 'third']) limiter.spend(client, rate, 1, 0)
    const waits = ['first', 'second', 'third'].map((client) => limiter.waitMs(client, rate, 1, 0))
    expect(waits).toEqual([0, 1_000, 1_000])
  })
})

describe('daily quotas', () => {
  const open = (store: Store, reported: unknown[] = []) =>
    new StoredQuotas({ store, report: (error) => reported.push(error) })

  it('are counted by key and day, and survive a restart', () => {
    const store = memoryStore()
    const first = open(store)
    first.add('a', 10, { units: 5 })
    first.add('a', 10, { units: 2.5 })
    first.add('b', 10, { units: 1 })
    expect([first.used('a', 10), first.used('b', 10), first.used('a', 11)]).toEqual([7.5, 1, 0])
    first.close()
    const second = open(store)
    expect([second.used('a', 10), second.used('b', 10)]).toEqual([7.5, 1])
    second.close()
  })

  it('keep the work beside the units', () => {
    const store = memoryStore()
    const quotas = open(store)
    quotas.add('a', 10, { units: 20, calls: 1, gas: 100_000, logs: 3, bytes: 40 })
    quotas.add('a', 10, { units: 1, calls: 1, bytes: 2 })
    quotas.close()
    expect(storedUsage(store, 'a', 10)).toEqual({
      units: 21,
      calls: 2,
      gas: 100_000,
      logs: 3,
      bytes: 42,
      errors: 0,
    })
  })

  it('start again after a damaged record', () => {
    const record = encodeUsage({ ...noUsage, units: 9 })
    expect(decodeUsage(record)).toEqual({ ...noUsage, units: 9 })
    expect(decodeUsage(record.subarray(1))).toEqual(noUsage)
  })

  it('are deleted after forty days', () => {
    const store = memoryStore()
    const quotas = open(store)
    for (const day of [100, 101, 140, 141]) quotas.add('a', day, { units: 1 })
    quotas.close()
    expect([...store.range('usage')].map(({ key }) => Buffer.from(key).toString())).toEqual([
      '00000101/a',
      '00000140/a',
      '00000141/a',
    ])
  })

  it('are kept after a failed write, and written again', () => {
    const store = memoryStore()
    let isBroken = true
    const failing: Store = {
      ...store,
      get: (table, key) => store.get(table, key),
      range: (table, range) => store.range(table, range),
      write(work) {
        if (isBroken) throw new Error('disk full')
        return store.write(work)
      },
    }
    const reported: unknown[] = []
    const quotas = open(failing, reported)
    quotas.add('a', 10, { units: 5 })
    quotas.add('a', 11, { units: 1 })
    expect(reported).toHaveLength(1)
    isBroken = false
    quotas.close()
    expect([...store.range('usage')]).toHaveLength(2)
  })
})
