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

  it('are delivered immediately while they are short, otherwise in slices and in order', async () => {
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

  it('that fail are reported, and later ones are delivered', async () => {
    tell('a', 3)
    // biome-ignore lint/correctness/useYield: it fails before its first step.
    fanOut.add(function* () {
      throw new Error('the block cannot be read')
    })
    tell('b', 1)
    await vi.waitUntil(() => told.includes('b1'), 20_000)
    expect(told).toEqual(['a1', 'a2', 'a3', 'b1'])
    expect(reported).toEqual([new Error('the block cannot be read')])
  })

  it('are bounded: beyond the bound the oldest are delivered immediately', () => {
    for (let count = 0; count < 1_500; count++) tell('n', 3)
    expect(told).toHaveLength(3 * 500)
  })

  it('are not delivered to a subscriber that joined after them', async () => {
    const audience = new Audience(fanOut)
    const heard: string[] = []
    audience.join('alice', (text) => heard.push(`first ${text}`))
    tell('a', 3)
    audience.deliver(1)
    audience.join('alice', (text) => heard.push(`second ${text}`))
    audience.deliver(2)
    await vi.waitUntil(() => heard.length === 3, 20_000)
    expect(heard).toEqual(['first 1', 'first 2', 'second 2'])
  })

  it('are delivered to owners in turns, a step each, and to each owner in order', async () => {
    const heard: string[] = []
    const delivery = function* (name: string, steps: number) {
      for (let step = 1; step <= steps; step++) {
        heard.push(`${name}${step}`)
        vi.advanceTimersByTime(1)
        yield
      }
    }
    for (const news of ['x', 'y']) {
      fanOut.add(function* () {
        fanOut.schedule('alice', delivery(`alice ${news}`, 3))
        yield
        fanOut.schedule('bob', delivery(`bob ${news}`, 1))
      })
    }
    // A delivery ends with an empty step.
    const expected = [
      'alice x1',
      'bob x1',
      'alice x2',
      'alice x3',
      'bob y1',
      'alice y1',
      'alice y2',
      'alice y3',
    ]
    await vi.waitUntil(() => heard.length === expected.length, 20_000)
    expect(heard).toEqual(expected)
  })

  it('wait while too many deliveries wait', async () => {
    const owners = 1_000
    let maximum = 0
    let waiting = 0
    const delivery = function* () {
      yield
      waiting--
    }
    for (let news = 0; news < 200; news++) {
      fanOut.add(function* () {
        for (let owner = 0; owner < owners; owner++) fanOut.schedule(`owner ${owner}`, delivery())
        waiting += owners
        maximum = Math.max(maximum, waiting)
        yield
      })
      vi.advanceTimersByTime(2)
    }
    await vi.waitUntil(() => waiting === 0, 20_000)
    expect(maximum).toBeLessThanOrEqual(100_000 + owners)
  })
})
