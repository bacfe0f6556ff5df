import { describe, expect, it } from 'vitest'
import { MEMORY_LIMIT } from './gas.ts'
import { memoryGas, memoryGrowthGas } from './memoryGas.ts'

describe('the price of memory', () => {
  it('is 3 per word plus the square of the number of words over 512', () => {
    expect([0, 1, 22, 23, 724, 2 ** 25].map(memoryGas)).toEqual([0, 3, 66, 70, 3195, 3 * 2 ** 25 + 2 ** 41])
  })

  it('of growth is the difference, and zero for an empty region', () => {
    expect(memoryGrowthGas(0, 0, 1)).toBe(3)
    expect(memoryGrowthGas(32, 0, 32)).toBe(0)
    expect(memoryGrowthGas(32, 1, 32)).toBe(3)
    expect(memoryGrowthGas(0, MEMORY_LIMIT + 1, 0)).toBe(0)
  })

  it('is infinite beyond 2^30 bytes', () => {
    expect(memoryGrowthGas(0, MEMORY_LIMIT - 1, 1)).toBe(memoryGas(2 ** 25))
    expect(memoryGrowthGas(0, MEMORY_LIMIT, 1)).toBe(Number.POSITIVE_INFINITY)
  })
})
