import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { asciiBytes } from '../../primitives/bytes.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'
import { describeFilterStore, of, roomy } from './filterStore.cases.ts'
import { StoredFilters } from './storedFilters.ts'

const neverFails = (error: unknown): never => {
  throw error
}

describeFilterStore(
  'filters in a store in memory',
  (options) => new StoredFilters({ ...options, store: memoryStore(), report: neverFails }),
)

describeFilterStore('filters in a folder', (options) => {
  const path = mkdtempSync(join(tmpdir(), 'cambium-filters-'))
  const store = openStore({ path, network: 'regtest', genesisHash: new Uint8Array(32), flush: 'none' })
  onTestFinished(() => {
    store.close()
    rmSync(path, { recursive: true })
  })
  return new StoredFilters({ ...options, store, report: neverFails })
})

describe('filters in a table', () => {
  let store: Store
  let problems: unknown[]
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'setInterval', 'clearInterval'] })
    store = memoryStore()
    problems = []
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function open(): StoredFilters {
    const report = (problem: unknown): void => void problems.push(problem)
    const filters = new StoredFilters({ store, now: Date.now, report })
    onTestFinished(() => filters.close())
    return filters
  }
  const ids = (): string[] => Array.from(store.range('filters'), ({ key }) => Buffer.from(key).toString())
  const minute = 60_000

  it('survive a restart with their weight', async () => {
    const filters = open()
    await filters.add('0x1', of('alice'), roomy)
    await filters.add('0x2', of('bob'), roomy)
    filters.advance('0x2', of('bob', 3), of('bob', 3))
    filters.close()
    const reopened = open()
    expect(reopened.get('0x1')).toMatchObject(of('alice'))
    expect(reopened.get('0x2')).toMatchObject(of('bob', 3))
    expect([reopened.index.weightOf('alice'), reopened.index.weight]).toEqual([1, 2])
  })

  it('survive a crash, with at most a second of changes lost', async () => {
    const filters = open()
    await filters.add('0x1', of('alice'), roomy)
    expect(open().get('0x1')).toMatchObject(of('alice'))
    filters.advance('0x1', of('alice', 7), of('alice', 7))
    expect(open().get('0x1')).toMatchObject(of('alice'))
    vi.advanceTimersByTime(1_000)
    expect(open().get('0x1')).toMatchObject(of('alice', 7))
  })

  it('are not written by polls without news, except to stay alive', async () => {
    const filters = open()
    await filters.add('0x1', of('alice'), roomy)
    const writing = vi.spyOn(store, 'write')
    const unchanged = of('alice')
    for (let second = 0; second < 29; second++) {
      filters.advance('0x1', unchanged, unchanged)
      vi.advanceTimersByTime(1_000)
    }
    expect(writing).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(writing).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(4.5 * minute)
    expect(open().get('0x1')).toMatchObject(of('alice'))
  })

  it('are removed from the table when they are deleted or expire', async () => {
    const filters = open()
    for (const id of ['0x1', '0x2']) await filters.add(id, of('alice'), roomy)
    filters.delete('0x1')
    vi.advanceTimersByTime(1_000)
    expect(ids()).toEqual(['0x2'])
    vi.advanceTimersByTime(5 * minute)
    expect(ids()).toEqual([])
  })

  it('that expired between two runs are not loaded', async () => {
    await open().add('0x1', of('alice'), roomy)
    vi.setSystemTime(Date.now() + 5 * minute)
    const reopened = open()
    expect([reopened.get('0x1'), reopened.index.weight]).toEqual([undefined, 0])
    reopened.close()
    expect(ids()).toEqual([])
  })

  it('written by a clock that was far ahead are not loaded', async () => {
    await open().add('0x1', of('alice'), roomy)
    vi.setSystemTime(Date.now() - 5 * minute)
    expect(open().get('0x1')).toBeUndefined()
  })

  it('that are damaged are ignored and removed', async () => {
    const filters = open()
    await filters.add('0x1', of('alice'), roomy)
    const record = store.get('filters', asciiBytes('0x1'))!
    const put = (id: string, bytes: Uint8Array): void =>
      store.write((batch) => batch.put('filters', Buffer.from(id, 'latin1'), bytes))
    put('0x2', record.slice(0, -1))
    put('\xff\x80', new Uint8Array(0))
    put('x'.repeat(1_000), record.slice(1))
    const reopened = open()
    expect(reopened.index.weight).toBe(1)
    put('0x3', new Uint8Array(5))
    expect(reopened.get('0x3')).toBeUndefined()
    reopened.close()
    expect(ids()).toEqual(['0x1'])
  })

  it('can be polled alternately at two services over one table', async () => {
    const [left, right] = [open(), open()]
    await left.add('0x1', of('alice'), roomy)
    expect(right.get('0x1')).toMatchObject(of('alice'))
    for (let poll = 1; poll < 5; poll++) {
      vi.advanceTimersByTime(4 * minute)
      const service = poll % 2 === 0 ? left : right
      service.advance('0x1', of('alice', poll), of('alice', poll))
      vi.advanceTimersByTime(1_000)
      expect([left, right].map((filters) => filters.get('0x1'))).toMatchObject([
        of('alice', poll),
        of('alice', poll),
      ])
    }
    left.delete('0x1')
    vi.advanceTimersByTime(1_000)
    expect(right.get('0x1')).toBeUndefined()
    vi.advanceTimersByTime(5 * minute)
    expect([left.index.weight, right.index.weight]).toEqual([0, 0])
  })

  it('are written a few thousand at a time until all are saved', async () => {
    const filters = open()
    const bounds = { weightPerClient: 5_000, weight: 5_000 }
    for (let id = 0; id < 5_000; id++) void filters.add(`0x${id}`, of('alice'), bounds)
    vi.advanceTimersByTime(1_000)
    expect(ids()).toHaveLength(2_000)
    filters.close()
    expect(ids()).toHaveLength(5_000)
  })

  it('are written again after a failed write', async () => {
    const filters = open()
    await filters.add('0x1', of('alice'), roomy)
    filters.advance('0x1', of('alice', 1), of('alice', 1))
    const writing = vi.spyOn(store, 'write').mockImplementationOnce(() => {
      throw new Error('the disk is full')
    })
    vi.advanceTimersByTime(1_000)
    expect(problems).toEqual([new Error('the disk is full')])
    vi.advanceTimersByTime(1_000)
    expect(writing).toHaveBeenCalledTimes(2)
    expect(open().get('0x1')).toMatchObject(of('alice', 1))
  })

  it('that are created in the same turn of the event loop are written together', async () => {
    const filters = open()
    const writing = vi.spyOn(store, 'write')
    await Promise.all(['0x1', '0x2', '0x3'].map((id) => filters.add(id, of('alice'), roomy)))
    expect(writing).toHaveBeenCalledTimes(1)
    expect(ids()).toEqual(['0x1', '0x2', '0x3'])
    await filters.add('0x4', of('alice'), roomy)
    expect(writing).toHaveBeenCalledTimes(2)
  })

  it('that are created just before the store is closed are saved', async () => {
    const filters = open()
    const added = filters.add('0x1', of('alice'), roomy)
    filters.close()
    await added
    expect(open().get('0x1')).toMatchObject(of('alice'))
  })

  it('that cannot be written are refused', async () => {
    const filters = open()
    vi.spyOn(store, 'write').mockImplementationOnce(() => {
      throw new Error('the disk is full')
    })
    await expect(filters.add('0x1', of('alice'), roomy)).rejects.toThrow('the disk is full')
    expect([filters.get('0x1'), filters.index.weight]).toEqual([undefined, 0])
  })
})
