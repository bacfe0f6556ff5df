import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpareMemory } from './spareMemory.ts'

describe('spare memory', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is used again, each part by one writer', () => {
    const spare = new SpareMemory({ length: 8, kept: 2, keptMs: 100 })
    const [one, other] = [spare.take(), spare.take()]
    expect(one).not.toBe(other)
    spare.add(one)
    expect(spare.take()).toBe(one)
    expect(spare.take()).not.toBe(one)
  })

  it('beyond the kept amount is dropped some time after its last use', () => {
    const spare = new SpareMemory({ length: 8, kept: 1, keptMs: 100 })
    const parts = [spare.take(), spare.take(), spare.take()]
    for (const part of parts) spare.add(part)
    vi.advanceTimersByTime(99)
    spare.add(spare.take())
    vi.advanceTimersByTime(99)
    expect(parts).toContain(spare.take())
    expect(parts).toContain(spare.take())
    vi.advanceTimersByTime(1)
    expect(parts).toContain(spare.take())
    for (const part of parts) spare.add(part)
    vi.advanceTimersByTime(100)
    expect(spare.take()).toBe(parts[0])
    expect(parts).not.toContain(spare.take())
  })
})
