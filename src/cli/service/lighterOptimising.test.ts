import { cachedDataVersionTag } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { LighterOptimising } from './lighterOptimising.ts'

describe('lighter optimising', () => {
  it('ends with the flags that V8 had before', () => {
    const before = cachedDataVersionTag()
    const optimising = new LighterOptimising()
    optimising.start()
    expect(cachedDataVersionTag()).not.toBe(before)
    optimising.end()
    expect(cachedDataVersionTag()).toBe(before)
  })

  it('does not start after its end', () => {
    const before = cachedDataVersionTag()
    const optimising = new LighterOptimising()
    optimising.end()
    optimising.start()
    expect(cachedDataVersionTag()).toBe(before)
  })
})
