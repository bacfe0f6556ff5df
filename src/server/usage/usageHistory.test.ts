import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import { dayOf } from '../limits/quotaStore.ts'
import { StoredQuotas, storedUsage } from '../limits/storedQuotas.ts'
import { UsageHistory } from './usageHistory.ts'
import { describeUsageStore } from './usageStore.cases.ts'
import { hourMs, hourOf, hoursKept, type UsageOfHour } from './usageStore.ts'

const start = 1_800_000_000_000
const call = { caller: '0f3c5a9b1d2e', network: 'mainnet', method: 'eth_call' }

let now: number
let store: Store
let history: UsageHistory
const problems: unknown[] = []
const open = (rowsPerHour?: number): UsageHistory =>
  new UsageHistory({
    store,
    now: () => now,
    report: (error) => problems.push(error),
    ...(rowsPerHour !== undefined && { rowsPerHour }),
  })
const rowsOf = (from: number, to: number): UsageOfHour[] => [...history.rows(from, to)]

beforeEach(() => {
  now = start
  store = memoryStore()
  history = open()
  problems.length = 0
})
afterEach(() => history.close())

describeUsageStore('usage in a store', async () => {
  const kept = memoryStore()
  const clock = { ms: start }
  const openAgain = async () => new UsageHistory({ store: kept, now: () => clock.ms, report: () => {} })
  return { clock, usage: await openAgain(), reopen: openAgain }
})

describe('the history of usage', () => {
  it('sums the usage of a caller by method and hour', () => {
    history.add(call, { calls: 1, units: 20, gas: 21_000 })
    history.add(call, { calls: 1, units: 5, bytes: 100, errors: 1 })
    history.add({ ...call, method: 'eth_getLogs' }, { calls: 1, logs: 3 })
    const hour = hourOf(start)
    expect(rowsOf(hour, hour)).toEqual([
      {
        ...call,
        hour,
        usage: { calls: 2, units: 25, gas: 21_000, logs: 0, bytes: 100, errors: 1 },
      },
      expect.objectContaining({ method: 'eth_getLogs' }),
    ])
  })

  it('continues an hour after a restart', () => {
    history.add(call, { calls: 1 })
    history.close()
    history = open()
    history.add(call, { calls: 2 })
    const hour = hourOf(start)
    expect(rowsOf(hour, hour).map(({ usage }) => usage.calls)).toEqual([3])
  })

  it('answers the hours that are asked for, in order', () => {
    for (let passed = 0; passed < 4; passed++) {
      now = start + passed * hourMs
      history.add(call, { calls: passed + 1 })
    }
    const first = hourOf(start)
    expect(rowsOf(first + 1, first + 2).map(({ usage }) => usage.calls)).toEqual([2, 3])
  })

  it('forgets hours after 90 days', () => {
    history.add(call, { calls: 1 })
    expect(rowsOf(0, hourOf(now))).toHaveLength(1)
    now += (hoursKept + 1) * hourMs
    history.add(call, { calls: 1 })
    expect(rowsOf(0, hourOf(now)).map(({ hour }) => hour)).toEqual([hourOf(now)])
  })

  it('bounds the rows of an hour and loses no calls', () => {
    history.close()
    history = open(2)
    for (const method of ['eth_call', 'eth_getLogs', 'eth_chainId', 'eth_blockNumber'])
      history.add({ ...call, method }, { calls: 1 })
    const rows = rowsOf(0, hourOf(now))
    expect(rows).toHaveLength(3)
    expect(rows.find(({ method }) => method === 'other')?.usage.calls).toBe(2)
  })

  it('shares a table with the usage of days', () => {
    const quotas = new StoredQuotas({ store, report: (error) => problems.push(error) })
    history.add(call, { calls: 1 })
    quotas.add(call.caller, dayOf(now), { units: 7 })
    quotas.close()
    expect(rowsOf(0, hourOf(now))).toHaveLength(1)
    expect(storedUsage(store, call.caller, dayOf(now)).units).toBe(7)
    expect(problems).toEqual([])
  })
})
