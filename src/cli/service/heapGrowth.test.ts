import { describe, expect, it } from 'vitest'
import { growthWithin } from './heapGrowth.ts'

describe('the growth of the heap between two collections', () => {
  it('is left to V8 while the budget is far', () => {
    expect(growthWithin(1000, 100)).toBe(0)
    expect(growthWithin(1000, 250)).toBe(0)
  })

  it('ends at the budget', () => {
    for (let alive = 251; alive <= 830; alive++) {
      const growth = growthWithin(1000, alive)
      expect(growth).toBeGreaterThan(0)
      expect(alive * (1 + growth / 100)).toBeLessThanOrEqual(1000)
    }
  })

  it('stays possible beyond the budget', () => {
    expect(growthWithin(1000, 900)).toBe(20)
    expect(growthWithin(1000, 5000)).toBe(20)
  })
})
