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

  it('takes the size that a caller gives with the value', () => {
    const map = new BoundedMap<string, string>(10)
    map.set('a', 'first', 6)
    map.set('b', 'second', 4)
    expect(map.size).toBe(2)
    map.set('b', 'longer', 5)
    expect([...map]).toEqual([['b', 'longer']])
  })

  it('reports whether a value fits without dropping others', () => {
    const map = new BoundedMap<string, string>(10)
    map.set('a', 'value', 6)
    expect([map.hasRoomFor(4), map.hasRoomFor(5)]).toEqual([true, false])
  })

  it('reports what it drops to make room, but not what is deleted or replaced', () => {
    const dropped: string[] = []
    const map = new BoundedMap<string, string>(2, undefined, (value) => dropped.push(value))
    map.set('a', 'first')
    map.set('a', 'second')
    map.set('b', 'third')
    map.delete('b')
    map.set('c', 'fourth')
    expect(dropped).toEqual([])
    map.set('d', 'fifth')
    expect(dropped).toEqual(['second'])
  })

  it('allows deleting the current entry during an iteration', () => {
    const map = new BoundedMap<number, string>(5)
    for (let key = 0; key < 5; key++) map.set(key, String(key))
    for (const key of map.keys()) if (key % 2 === 0) map.delete(key)
    expect([...map.keys()]).toEqual([1, 3])
  })

  it('is empty after it is cleared, and takes values again', () => {
    const map = new BoundedMap<number, number>(2)
    for (const key of [1, 2, 3]) map.set(key, key)
    map.clear()
    expect([...map]).toEqual([])
    for (const key of [4, 5, 6]) map.set(key, key)
    expect([...map.keys()]).toEqual([5, 6])
  })

  it('orders entries as a Map does whose keys are deleted and set again when they are used', () => {
    const operation = fc.tuple(fc.constantFrom('set', 'use', 'delete'), fc.nat(6))
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const map = new BoundedMap<number, number>(4)
        const model = new Map<number, number>()
        for (const [name, key] of operations) {
          const isKept = name === 'set' || (name === 'use' && model.has(key))
          model.delete(key)
          if (isKept) model.set(key, key)
          for (const oldest of model.keys()) if (model.size > 4) model.delete(oldest)
          if (name === 'set') map.set(key, key)
          else if (name === 'use') map.use(key)
          else map.delete(key)
          expect([...map]).toEqual([...model])
        }
      }),
    )
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
