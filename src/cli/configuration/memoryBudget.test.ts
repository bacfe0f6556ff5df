import { describe, expect, it } from 'vitest'
import {
  defaultMemory,
  type MemoryUsers,
  memoryBudget,
  memoryWarning,
  minimumMemory,
} from './memoryBudget.ts'

const gibibyte = 2 ** 30
const usual: MemoryUsers = { networks: 3, importing: 2, readers: 4, preparing: 3 }
const others: readonly MemoryUsers[] = [
  usual,
  { networks: 1, importing: 0, readers: 0, preparing: 0 },
  { networks: 1, importing: 0, readers: 0, preparing: 1 },
  { networks: 1, importing: 1, readers: 64, preparing: 63 },
]

describe('the memory budget', () => {
  it('is too large for a machine with less memory', () => {
    expect(memoryWarning(gibibyte, gibibyte)).toBeUndefined()
    expect(memoryWarning(2 * gibibyte, gibibyte)).toMatch(
      '2048 MiB, but the machine or container has 1024 MiB',
    )
  })

  it.each(others)('is the sum of its parts for %o', (users) => {
    const least = minimumMemory(users)
    for (const memory of [least, least + 1, least + 777, 4 * least]) {
      const budget = memoryBudget(memory, users)
      const { program, main, importThread, preparingThread, readerThread } = budget
      const readers = users.readers === 0 ? 0 : users.readers + 1
      const sum =
        program +
        main +
        users.importing * importThread +
        users.preparing * preparingThread +
        readers * readerThread
      expect(sum).toBe(memory * 2 ** 20)
      expect(budget.total).toBe(sum)
      expect(Math.min(program, main)).toBeGreaterThan(0)
    }
  })

  it.each(others)('keeps caches and groups within the parts of their threads for %o', (users) => {
    for (const memory of [minimumMemory(users), 4096 + minimumMemory(users)]) {
      const { main, importThread, readerThread, readerCaches, chain } = memoryBudget(memory, users)
      expect(users.networks * chain.cacheBytes).toBeLessThanOrEqual(main / 2)
      const { cacheBytes, groupBytes, heapBytes } = chain.importThread
      expect(heapBytes).toBe(importThread)
      // As objects a group takes up to three times what it writes.
      expect(cacheBytes + 3 * groupBytes).toBeLessThanOrEqual((importThread * 3) / 4)
      expect(readerCaches).toBeLessThanOrEqual(readerThread / 2)
    }
  })

  it('gives every part more when there is more', () => {
    const small = memoryBudget(minimumMemory(usual), usual)
    const large = memoryBudget(8 * minimumMemory(usual), usual)
    for (const part of ['program', 'main', 'importThread', 'readerThread'] as const) {
      expect(large[part]).toBeGreaterThan(small[part])
    }
  })

  it('is a quarter of the memory by default, within bounds, and never less than the threads need', () => {
    const few: MemoryUsers = { networks: 1, importing: 0, readers: 0, preparing: 1 }
    expect(defaultMemory(few, 8 * gibibyte)).toBe(2048)
    expect(defaultMemory(few, gibibyte)).toBe(512)
    expect(defaultMemory(few, 512 * gibibyte)).toBe(4096)
    const many: MemoryUsers = { ...few, readers: 128 }
    expect(defaultMemory(many, gibibyte)).toBe(minimumMemory(many))
    expect(minimumMemory(many)).toBeGreaterThan(4096)
    expect(defaultMemory(few)).toBeGreaterThanOrEqual(512)
  })
})
