import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Rounds } from './rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('every item has its turn once in a period, and few of them at a time', () => {
  const items = new Set(Array.from({ length: 1_000 }, (_, index) => index))
  const done = new Map<number, number>()
  const rounds = new Rounds(items, 10_000, (item) => done.set(item, (done.get(item) ?? 0) + 1))
  rounds.begin()
  vi.advanceTimersByTime(100)
  expect(done.size).toBe(10)
  vi.advanceTimersByTime(9_900)
  expect([done.size, Math.max(...done.values())]).toEqual([1_000, 1])
  vi.advanceTimersByTime(10_000)
  expect(new Set(done.values())).toEqual(new Set([2]))
  rounds.end()
})

it('items may come and go', () => {
  const items = new Set([1])
  const done: number[] = []
  const rounds = new Rounds(items, 100, (item) => {
    done.push(item)
    items.delete(item)
    items.add(item + 1)
  })
  rounds.begin()
  vi.advanceTimersByTime(300)
  expect(done).toEqual([1, 2, 3])
  items.clear()
  vi.advanceTimersByTime(300)
  expect(done).toHaveLength(3)
  rounds.end()
})
