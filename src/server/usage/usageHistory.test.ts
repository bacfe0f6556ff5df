import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import { dayOf } from '../limits/quotaStore.ts'
import { StoredQuotas, storedUsage } from '../limits/storedQuotas.ts'
import { UsageHistory } from './usageHistory.ts'
import { usageRows } from './usageQuery.ts'
import { describeUsageStore, rowsOf as rowsIn } from './usageStore.cases.ts'
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
const rowsOf = (from: number, to: number): Promise<UsageOfHour[]> => rowsIn(history, from, to)

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
  it('sums the usage of a caller by method and hour', async () => {
    history.add(call, { calls: 1, units: 20, gas: 21_000 })
    history.add(call, { calls: 1, units: 5, bytes: 100, errors: 1 })
    history.add({ ...call, method: 'eth_getLogs' }, { calls: 1, logs: 3 })
    const hour = hourOf(start)
    expect(await rowsOf(hour, hour)).toEqual([
      {
        ...call,
        hour,
        usage: { calls: 2, units: 25, gas: 21_000, logs: 0, bytes: 100, errors: 1 },
      },
      expect.objectContaining({ method: 'eth_getLogs' }),
    ])
  })

  it('continues an hour after a restart', async () => {
    history.add(call, { calls: 1 })
    history.close()
    history = open()
    history.add(call, { calls: 2 })
    const hour = hourOf(start)
    expect((await rowsOf(hour, hour)).map(({ usage }) => usage.calls)).toEqual([3])
  })

  it('answers the hours that are asked for, in order', async () => {
    for (let passed = 0; passed < 4; passed++) {
      now = start + passed * hourMs
      history.add(call, { calls: passed + 1 })
    }
    const first = hourOf(start)
    expect((await rowsOf(first + 1, first + 2)).map(({ usage }) => usage.calls)).toEqual([2, 3])
  })

  it('forgets hours after 90 days', async () => {
    history.add(call, { calls: 1 })
    expect(await rowsOf(0, hourOf(now))).toHaveLength(1)
    now += (hoursKept + 1) * hourMs
    history.add(call, { calls: 1 })
    expect((await rowsOf(0, hourOf(now))).map(({ hour }) => hour)).toEqual([hourOf(now)])
  })

  it('bounds the rows of an hour and loses no calls', async () => {
    history.close()
    history = open(2)
    for (const method of ['eth_call', 'eth_getLogs', 'eth_chainId', 'eth_blockNumber'])
      history.add({ ...call, method }, { calls: 1 })
    const rows = await rowsOf(0, hourOf(now))
    expect(rows).toHaveLength(3)
    expect(rows.find(({ method }) => method === 'other')?.usage.calls).toBe(2)
  })

  it('is read in pages', async () => {
    history.close()
    history = open()
    const methods = Array.from({ length: 1_200 }, (_, index) => `eth_${index}`)
    for (const method of methods) history.add({ ...call, method }, { calls: 1 })
    const rows = await rowsOf(0, hourOf(now))
    expect(rows.map(({ method }) => method)).toEqual(methods.toSorted())
  })

  it('is not added up to more rows than an answer may have', async () => {
    for (const method of ['eth_call', 'eth_getLogs']) history.add({ ...call, method }, { calls: 1 })
    const hour = hourOf(now)
    const query = { first: hour, last: hour, key: undefined, network: undefined, method: undefined }
    const rows = (maximum: number) =>
      usageRows(history, { ...query, period: 'hour', groups: ['method'] }, maximum)
    expect(await rows(2)).toHaveLength(2)
    expect(await rows(1)).toBeUndefined()
  })

  it('shares a table with the usage of days', async () => {
    const quotas = new StoredQuotas({ store, report: (error) => problems.push(error) })
    history.add(call, { calls: 1 })
    quotas.add(call.caller, dayOf(now), { units: 7 })
    quotas.close()
    expect(await rowsOf(0, hourOf(now))).toHaveLength(1)
    expect(storedUsage(store, call.caller, dayOf(now)).units).toBe(7)
    expect(problems).toEqual([])
  })
})
