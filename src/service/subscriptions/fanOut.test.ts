import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Audience } from './audience.ts'
import { FanOut } from './fanOut.ts'

describe('news for subscribers', () => {
  const told: string[] = []
  const reported: unknown[] = []
  let fanOut: FanOut
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    told.length = 0
    reported.length = 0
    fanOut = new FanOut((error) => reported.push(error))
  })
  afterEach(() => void vi.useRealTimers())

  /** Takes a millisecond for each step. */
  const tell = (name: string, steps: number): void =>
    fanOut.add(function* () {
      for (let step = 1; step <= steps; step++) {
        told.push(`${name}${step}`)
        vi.advanceTimersByTime(1)
        yield
      }
    })

  it('are told at once while they are short, and otherwise in slices and in their order', async () => {
    tell('a', 1)
    expect(told).toEqual(['a1'])
    tell('b', 3)
    tell('c', 2)
    expect(told).toEqual(['a1', 'b1', 'b2'])
    await nextTurn()
    expect(told).toEqual(['a1', 'b1', 'b2', 'b3', 'c1'])
    await nextTurn()
    expect(told.at(-1)).toBe('c2')
  })

  it('that fail are reported, and the next ones are told', async () => {
    tell('a', 3)
    // biome-ignore lint/correctness/useYield: it fails before its first step.
    fanOut.add(function* () {
      throw new Error('the block cannot be read')
    })
    tell('b', 1)
    await vi.waitUntil(() => told.includes('b1'))
    expect(told).toEqual(['a1', 'a2', 'a3', 'b1'])
    expect(reported).toEqual([new Error('the block cannot be read')])
  })

  it('do not pile up: beyond a bound the oldest are told at once', () => {
    for (let count = 0; count < 1_500; count++) tell('n', 3)
    expect(told).toHaveLength(3 * 500)
  })

  it('are not told to a subscriber that joined after them', async () => {
    const audience = new Audience(fanOut)
    const heard: string[] = []
    audience.join((text) => heard.push(`first ${text}`))
    tell('a', 3)
    audience.deliver(1)
    audience.join((text) => heard.push(`second ${text}`))
    audience.deliver(2)
    await vi.waitUntil(() => heard.length === 3)
    expect(heard).toEqual(['first 1', 'first 2', 'second 2'])
  })
})
