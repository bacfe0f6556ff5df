import { describe, expect, it } from 'vitest'
import { TokenBucket } from './tokenBucket.ts'

describe('a token bucket', () => {
  const open = () => {
    const clock = { now: 5000 }
    const bucket = new TokenBucket({ burst: 3, perSecond: 2 }, () => clock.now)
    const takeAll = () => {
      let taken = 0
      while (bucket.take()) taken++
      return taken
    }
    return { clock, bucket, takeAll }
  }

  it('gives a burst, and then tokens at the rate', () => {
    const { clock, takeAll } = open()
    expect(takeAll()).toBe(3)
    clock.now += 499
    expect(takeAll()).toBe(0)
    clock.now += 1
    expect(takeAll()).toBe(1)
    clock.now += 1000
    expect(takeAll()).toBe(2)
  })

  it('holds at most a burst', () => {
    const { clock, takeAll } = open()
    clock.now += 3_600_000
    expect(takeAll()).toBe(3)
  })

  it('gives the milliseconds until the next token', () => {
    const { clock, bucket, takeAll } = open()
    expect(bucket.waitMs).toBe(0)
    takeAll()
    expect(bucket.waitMs).toBe(500)
    clock.now += 200
    expect(bucket.waitMs).toBe(300)
    clock.now += 300
    expect(bucket.waitMs).toBe(0)
  })

  it('ignores a clock that is set back', () => {
    const { clock, takeAll } = open()
    takeAll()
    clock.now -= 3_600_000
    expect(takeAll()).toBe(0)
    clock.now += 500
    expect(takeAll()).toBe(1)
  })
})
