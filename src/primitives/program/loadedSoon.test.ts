import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadedSoon } from './loadedSoon.ts'

describe('loadedSoon', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('loads at the first use, once', () => {
    const load = vi.fn(() => ({}))
    const use = loadedSoon(load)
    expect(load).not.toHaveBeenCalled()
    expect(use()).toBe(use())
    vi.runAllTimers()
    expect(load).toHaveBeenCalledOnce()
  })

  it('loads by itself when it is not used', () => {
    const load = vi.fn(() => undefined)
    const use = loadedSoon(load)
    vi.runAllTimers()
    expect(load).toHaveBeenCalledOnce()
    use()
    expect(load).toHaveBeenCalledOnce()
  })

  it('leaves a problem to the use, which tries again', () => {
    let isBroken = true
    const use = loadedSoon(() => {
      if (isBroken) throw new Error('not there')
      return 1
    })
    vi.runAllTimers()
    expect(use).toThrow('not there')
    isBroken = false
    expect(use()).toBe(1)
  })
})
