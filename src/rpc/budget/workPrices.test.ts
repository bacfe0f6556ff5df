import { describe, expect, it } from 'vitest'
import { unitsOf, unitsOfGas, unitsOfLogs } from './workPrices.ts'

describe('the price of work', () => {
  it('is that of its gas and logs with the bytes of the answer', () => {
    expect(unitsOf({ units: unitsOfGas(10_000_000) + unitsOfLogs(5_000), bytes: 0 })).toBe(2_100)
    expect(unitsOf({ units: 2_000, bytes: 1024 * 1024 })).toBe(2_064)
  })

  it('is rounded up to whole units', () => {
    expect(unitsOf({ units: 4.2, bytes: 40 })).toBe(5)
  })
})
