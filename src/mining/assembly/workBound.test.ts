import { describe, expect, it } from 'vitest'
import { WorkBound } from './workBound.ts'

describe('the bound of a block that is only shown', () => {
  it('ends a transaction that executes too much', () => {
    const { interrupt } = new WorkBound(100_000)
    expect(interrupt(60_000, 0)).toBe(false)
    expect(interrupt(60_000, 0)).toBe(true)
  })

  it('counts code that is scanned', () => {
    const { interrupt } = new WorkBound(100_000)
    expect(interrupt(700, 200_000)).toBe(false)
    expect(interrupt(700, 200_000)).toBe(false)
    expect(interrupt(700, 200_000)).toBe(true)
  })

  it('counts each transaction, and the gas since its last poll', () => {
    const bound = new WorkBound(100_000)
    bound.interrupt(30_000, 0)
    bound.addTransaction(40_000)
    expect(bound.isReached).toBe(false)
    bound.addTransaction(50_000)
    expect(bound.isReached).toBe(true)
  })
})
