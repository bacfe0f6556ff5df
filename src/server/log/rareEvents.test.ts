import { describe, expect, it } from 'vitest'
import { RareEvents } from './rareEvents.ts'

describe('an event that clients cause', () => {
  it('is logged once in an interval for each key, with the number of the others', () => {
    const clock = { ms: 0 }
    const events = new RareEvents(() => clock.ms, 1_000)
    expect(['a', 'a', 'b', 'a'].map((key) => events.add(key))).toEqual([1, undefined, 1, undefined])
    clock.ms = 1_000
    expect(['a', 'b', 'a'].map((key) => events.add(key))).toEqual([3, 1, undefined])
  })

  it('is remembered for a bounded number of keys', () => {
    const events = new RareEvents(() => 0)
    for (let key = 0; key < 1_001; key++) events.add(String(key))
    expect(events.add('0')).toBe(1)
    expect(events.add('1000')).toBeUndefined()
  })
})
