import { describe, expect, it } from 'vitest'
import { unitsOf } from './workPrices.ts'

const none = { gas: 0, logs: 0, bytes: 0, threadMs: 0 }

describe('the price of work', () => {
  it('is that of the gas, the logs or the thread time, whichever is the most', () => {
    expect(unitsOf({ ...none, gas: 10_000_000 })).toBe(2_000)
    expect(unitsOf({ ...none, logs: 120_000 })).toBe(2_400)
    expect(unitsOf({ ...none, threadMs: 100 })).toBe(2_000)
    expect(unitsOf({ ...none, gas: 10_000_000, logs: 120_000, threadMs: 100 })).toBe(2_400)
  })

  it('adds the bytes of the answer', () => {
    expect(unitsOf({ ...none, gas: 10_000_000, bytes: 1024 * 1024 })).toBe(2_064)
  })

  it('is rounded up to whole units', () => {
    expect(unitsOf({ ...none, gas: 21_000, bytes: 40 })).toBe(5)
  })
})
