import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownTurn, Slice } from './turns.ts'

describe('turns of the event loop', () => {
  it('continue one caller each, in order of arrival', async () => {
    const continued: string[] = []
    for (const name of ['a', 'b', 'c']) void ownTurn().then(() => continued.push(name))
    for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      await nextTurn()
      expect(continued).toEqual(expected)
    }
  })
})

describe('a slice of work', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('is over after two milliseconds and begins again after a pause', async () => {
    const slice = new Slice()
    expect(slice.isOver).toBe(false)
    vi.advanceTimersByTime(2)
    expect(slice.isOver).toBe(true)
    await slice.pause()
    expect(slice.isOver).toBe(false)
  })

  it('does not count a wait before `begin`', () => {
    const slice = new Slice()
    vi.advanceTimersByTime(50)
    slice.begin()
    expect(slice.isOver).toBe(false)
  })
})
