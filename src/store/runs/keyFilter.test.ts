import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeyFilter, keyHash } from './keyFilter.ts'

const keys = fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 40 }), {
  minLength: 1,
  maxLength: 60,
  selector: (key) => key.join(),
})

describe('a filter of keys', () => {
  it('passes every key that it was made of, also after it was stored', () => {
    fc.assert(
      fc.property(keys, (all) => {
        const filter = KeyFilter.forKeys(all.length)
        for (const key of all) filter.add(keyHash(key))
        const stored = KeyFilter.decode(Uint8Array.from(filter.encode(7)), 7)!
        for (const key of all) expect(stored.mayHave(keyHash(key))).toBe(true)
      }),
    )
  })

  it('stops nearly all other keys, also those that differ in few bytes', () => {
    const filter = KeyFilter.forKeys(5_000)
    const posting = (term: number, stretch: number): Uint8Array =>
      Uint8Array.of(1, ...new Uint8Array(20), term >>> 8, term, 0, 0, stretch >>> 8, stretch)
    for (let number = 0; number < 5_000; number++) filter.add(keyHash(posting(number % 100, number)))
    let passed = 0
    for (let number = 5_000; number < 25_000; number++) {
      if (filter.mayHave(keyHash(posting(number % 100, number)))) passed++
    }
    expect(passed).toBeLessThan(600)
  })

  it('is not used for another run, nor after damage', () => {
    const filter = KeyFilter.forKeys(3)
    filter.add(keyHash(Uint8Array.of(1)))
    const record = filter.encode(7)
    expect(KeyFilter.decode(record, 8)).toBeUndefined()
    expect(KeyFilter.decode(record.subarray(0, 8), 7)).toBeUndefined()
    for (let at = 0; at < record.length; at++) {
      const damaged = Uint8Array.from(record)
      damaged[at]! ^= 1
      expect(KeyFilter.decode(damaged, 7)).toBeUndefined()
    }
  })
})
