import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defaultLimits } from '../settings/serverLimits.ts'
import { cutOffSlowReaders, openHoldings } from './serverHoldings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a client that reads more slowly than it must is cut off', () => {
  const limits = { ...defaultLimits, readBytesPerSecond: 1_000 }
  const holdings = openHoldings(limits)
  const end = cutOffSlowReaders(holdings, limits)
  const cut: string[] = []
  for (const [name, bytes] of Object.entries({ short: 1_000, long: 100_000 })) {
    const holding = holdings.unread.take(name, bytes, () => cut.push(name))
    holding!.readSinceMs = performance.now()
  }
  holdings.unread.take('not sent yet', 1_000, () => cut.push('not sent yet'))
  vi.advanceTimersByTime(29_000)
  expect(cut).toEqual([])
  vi.advanceTimersByTime(4_000)
  expect(cut).toEqual(['short'])
  vi.advanceTimersByTime(100_000)
  expect(cut).toEqual(['short', 'long'])
  end()
})
