import { afterEach, describe, expect, it, vi } from 'vitest'
import { WorkBudget } from './workBudget.ts'

afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const clock = { now: 0 }
  const budget = new WorkBudget({ share: 0.25, savedMs: 100 }, () => clock.now)
  const work = (milliseconds: number) =>
    budget.spend(() => {
      clock.now += milliseconds
      return milliseconds
    })
  return { clock, budget, work }
}

describe('a work budget', () => {
  it('spends a quarter of the time in the long run', () => {
    const { clock, budget, work } = open()
    let spent = 0
    while (clock.now < 100_000) {
      if (budget.waitMs > 0) clock.now += budget.waitMs
      else spent += work(5)
    }
    expect(spent / clock.now).toBeGreaterThan(0.24)
    expect(spent / clock.now).toBeLessThan(0.26)
  })

  it('spends the saved time at once, and waits until a debt is earned', () => {
    const { clock, budget, work } = open()
    expect(work(60)).toBe(60)
    expect(budget.waitMs).toBe(0)
    work(160)
    // 100 saved and 55 earned since, less 220 spent.
    expect(budget.waitMs).toBe(261)
    clock.now += 261
    expect(budget.waitMs).toBe(0)
  })

  it('charges work that throws', () => {
    const { clock, budget } = open()
    expect(() =>
      budget.spend(() => {
        clock.now += 1000
        throw new Error('no such block')
      }),
    ).toThrow('no such block')
    expect(budget.waitMs).toBeGreaterThan(0)
  })

  it('gives waiting callers turns in order of arrival, repeatedly', () => {
    vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const budget = new WorkBudget({ share: 0.25, savedMs: 100 }, Date.now)
    const worked: string[] = []
    const worker = (name: string) => {
      const turn = (): void => {
        budget.spend(() => vi.setSystemTime(Date.now() + 100))
        worked.push(name)
        budget.await(turn)
      }
      return turn
    }
    const [first, second, third] = [worker('first'), worker('second'), worker('third')]
    budget.spend(() => vi.setSystemTime(200))
    expect(budget.isFree).toBe(false)
    for (const turn of [first, second, second, third]) budget.await(turn)
    vi.advanceTimersByTime(4_000)
    expect(worked.slice(0, 6)).toEqual(['first', 'second', 'third', 'first', 'second', 'third'])
    for (const turn of [first, second, third]) budget.forget(turn)
    const before = worked.length
    vi.advanceTimersByTime(4_000)
    expect(worked).toHaveLength(before)
    expect(vi.getTimerCount()).toBe(0)
    expect(budget.isFree).toBe(true)
  })
})
