import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SortedKeys } from './sortedKeys.ts'

describe('sorted keys', () => {
  it('stay sorted through thousands of additions and removals', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 3000 }), { minLength: 1500, maxLength: 4000 }), (numbers) => {
        const model = new Set(numbers.slice(0, 700).map(String))
        const keys = new SortedKeys(model)
        for (const key of numbers.slice(700).map(String)) {
          if (model.delete(key)) keys.remove(key)
          else {
            model.add(key)
            keys.add(key)
          }
        }
        const sorted = [...model].sort()
        expect([...keys.from('')]).toEqual(sorted)
        expect([...keys.below(undefined)]).toEqual(sorted.toReversed())
        expect([...keys.from('15')]).toEqual(sorted.filter((key) => key >= '15'))
        expect([...keys.below('15')]).toEqual(sorted.filter((key) => key < '15').reverse())
      }),
      { numRuns: 10 },
    )
  })

  it('can be emptied and filled again', () => {
    const keys = new SortedKeys([])
    expect([...keys.from('')]).toEqual([])
    expect([...keys.below(undefined)]).toEqual([])
    keys.add('b')
    keys.add('a')
    keys.remove('b')
    expect([...keys.from('')]).toEqual(['a'])
    keys.remove('a')
    expect([...keys.below('z')]).toEqual([])
  })
})
