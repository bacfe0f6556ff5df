import { cachedDataVersionTag } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { LessInlining } from './lessInlining.ts'

describe('less inlining', () => {
  it('ends with the flags that V8 had before', () => {
    const before = cachedDataVersionTag()
    const inlining = new LessInlining()
    inlining.start()
    expect(cachedDataVersionTag()).not.toBe(before)
    inlining.end()
    expect(cachedDataVersionTag()).toBe(before)
  })

  it('does not start after its end', () => {
    const before = cachedDataVersionTag()
    const inlining = new LessInlining()
    inlining.end()
    inlining.start()
    expect(cachedDataVersionTag()).toBe(before)
  })
})
