import { describe, expect, it } from 'vitest'
import { cacheBytesOf, defaultMemory } from './memoryBudget.ts'

describe('the memory budget', () => {
  it('gives a quarter to the caches, divided by networks, and never less than they need', () => {
    expect(cacheBytesOf(1024, 1)).toBe(256 << 20)
    expect(cacheBytesOf(1024, 4)).toBe(64 << 20)
    expect(cacheBytesOf(128, 3)).toBe(16 << 20)
  })

  it('is between its bounds on any machine', () => {
    expect(defaultMemory()).toBeGreaterThanOrEqual(512)
    expect(defaultMemory()).toBeLessThanOrEqual(4096)
  })
})
