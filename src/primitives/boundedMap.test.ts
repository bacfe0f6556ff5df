import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedMap } from './boundedMap.ts'

describe('a bounded map', () => {
  it('drops the entry that was set longest ago', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.set('c', 3)
    expect([...map.keys()]).toEqual(['b', 'c'])
  })

  it('keeps an entry that was used over one that was only read', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    expect(map.use('a')).toBe(1)
    expect(map.get('b')).toBe(2)
    map.set('c', 3)
    expect([...map]).toEqual([
      ['a', 1],
      ['c', 3],
    ])
  })

  it('does not keep a value larger than its capacity, and forgets the one it replaces', () => {
    const map = new BoundedMap<string, string>(3, (text) => text.length)
    map.set('a', 'xy')
    map.set('a', 'wxyz')
    expect(map.has('a')).toBe(false)
    map.set('b', 'xyz')
    expect([...map.values()]).toEqual(['xyz'])
  })

  it('never holds more than its capacity, and always the latest value that fits', () => {
    const operation = fc.tuple(
      fc.constantFrom('set', 'use', 'delete'),
      fc.nat(8),
      fc.integer({ min: 1, max: 5 }),
    )
    fc.assert(
      fc.property(
        fc.array(operation, { maxLength: 60 }),
        fc.integer({ min: 1, max: 12 }),
        (operations, capacity) => {
          const map = new BoundedMap<number, number>(capacity, (size) => size)
          for (const [name, key, size] of operations) {
            if (name === 'set') map.set(key, size)
            else if (name === 'use') map.use(key)
            else map.delete(key)
            const total = [...map.values()].reduce((sum, value) => sum + value, 0)
            expect(total).toBeLessThanOrEqual(capacity)
            if (name === 'set') expect(map.get(key)).toBe(size <= capacity ? size : undefined)
          }
        },
      ),
    )
  })
})
