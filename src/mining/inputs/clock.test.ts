import { describe, expect, it } from 'vitest'
import { Clock, latestTimestamp } from './clock.ts'

const start = 1_700_000_000

function newClock() {
  const system = { ms: start * 1000 }
  return { system, clock: new Clock(() => system.ms) }
}

describe('the timestamp of a block', () => {
  it('is the time of the clock', () => {
    const { system, clock } = newClock()
    system.ms += 5_999
    expect(clock.timestampAfter(start)).toBe(start + 5)
  })

  it('is later than its parent’s', () => {
    const { clock } = newClock()
    expect(clock.timestampAfter(start)).toBe(start + 1)
    expect(clock.timestampAfter(start + 100)).toBe(start + 101)
  })

  it('is the chosen one, once, and time continues from there', () => {
    const { system, clock } = newClock()
    clock.setNextTimestamp(start + 1000)
    expect(clock.timestampAfter(start)).toBe(start + 1000)
    clock.blockMade(start + 1000)
    system.ms += 7_000
    expect(clock.timestampAfter(start + 1000)).toBe(start + 1007)
    expect(clock.offsetSeconds).toBe(1000)
  })

  it('may be chosen in the past, but not before the parent', () => {
    const { clock } = newClock()
    clock.setNextTimestamp(1000)
    expect(clock.timestampAfter(999)).toBe(1000)
    expect(clock.timestampAfter(1000)).toBe(start)
    clock.blockMade(1000)
    expect(clock.nowSeconds).toBe(1000)
  })

  it.each([-1, 1.5, Number.NaN, latestTimestamp + 1])('cannot be %d', (timestamp) => {
    expect(() => newClock().clock.setNextTimestamp(timestamp)).toThrow(RangeError)
  })
})

describe('a clock', () => {
  it('restores an earlier setting of a clock', () => {
    const { system, clock } = newClock()
    clock.increase(10)
    clock.setNextTimestamp(start + 100)
    const { setting, adjustments } = clock
    clock.blockMade(start + 100)
    clock.increase(1000)
    system.ms += 1000
    clock.restore(setting)
    expect(clock.nowSeconds).toBe(start + 11)
    expect(clock.timestampAfter(start)).toBe(start + 100)
    expect(clock.adjustments).toBeGreaterThan(adjustments)
  })
})

describe('increasing the time', () => {
  it('adds up', () => {
    const { clock } = newClock()
    expect([clock.increase(100), clock.increase(100), clock.increase(5)]).toEqual([100, 200, 205])
    expect(clock.nowSeconds).toBe(start + 205)
  })

  it.each([0, -5, Number.NaN, 2 ** 60, Number.POSITIVE_INFINITY])('by %d has no effect', (seconds) => {
    const { clock } = newClock()
    clock.increase(205)
    expect(clock.increase(seconds)).toBe(205)
  })

  it('counts as an adjustment only if the time changed', () => {
    const { clock } = newClock()
    clock.increase(0)
    clock.blockMade(start)
    expect(clock.adjustments).toBe(0)
    clock.increase(1)
    clock.setNextTimestamp(start + 50)
    clock.blockMade(start + 50)
    expect(clock.adjustments).toBe(3)
  })
})
