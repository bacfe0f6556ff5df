import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { candidateBlocks } from './candidates.ts'
import { addPosting, removePosting } from './postings.ts'
import type { SearchStep } from './searchStep.ts'
import type { Term } from './terms.ts'

const terms: readonly Term[] = [0, 1, 2, 3, 4, 5].map((mark) => Uint8Array.of(1, mark))
const termIndexes = fc.nat(terms.length - 1)
/** Some close together, some many stretches apart. */
const numbers = fc.oneof(fc.nat(600), fc.nat(40_000))

interface Change {
  readonly index: number
  readonly number: number
  readonly isAdded: boolean
}
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ index: termIndexes, number: numbers, isAdded: fc.boolean() }),
  { maxLength: 150 },
)
const termLists = fc.array(fc.uniqueArray(termIndexes, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 3,
})

describe('candidate blocks', () => {
  it('are the blocks in the range that have a term of every condition', () => {
    const dense = Array.from({ length: 20_000 }, (_, index) => index * 2)
    fc.assert(
      fc.property(changes, termLists, numbers, numbers, (changed, asked, from, length) => {
        const store = memoryStore()
        const expected = terms.map(() => new Set<number>())
        store.write((batch) => {
          for (const number of dense.slice(0, length / 4)) {
            addPosting(batch, terms[0]!, number)
            expected[0]!.add(number)
          }
          for (const { index, number, isAdded } of changed) {
            if (isAdded) addPosting(batch, terms[index]!, number)
            else removePosting(batch, terms[index]!, number)
            if (isAdded) expected[index]!.add(number)
            else expected[index]!.delete(number)
          }
        })
        const to = from + length
        const conditions = asked.map((alternatives) => alternatives.map((index) => terms[index]!))
        const found = [...candidateBlocks(store, { conditions, fromBlock: from, toBlock: to })].flat()
        const all = new Set(expected.flatMap((set) => [...set]))
        const wanted = [...all].filter(
          (number) =>
            number >= from &&
            number <= to &&
            asked.every((alternatives) => alternatives.some((index) => expected[index]!.has(number))),
        )
        expect(found).toEqual(wanted.sort((a, b) => a - b))
      }),
      { numRuns: 60 },
    )
  })

  it('are reported before their postings are read, and not read when the caller refuses', () => {
    const store = memoryStore()
    store.write((batch) => {
      // The first two terms take turns, so they never meet.
      for (let stretch = 0; stretch < 100; stretch++) addPosting(batch, terms[stretch % 2]!, stretch * 256)
    })
    const conditions = [[terms[0]!, terms[2]!], [terms[1]!]]
    const search = (maximum: number) => {
      let told = 0
      let last = 0
      const onStep = ({ next, postings = 0 }: SearchStep): void => {
        told += postings
        last = next
        if (told > maximum) throw new RangeError('too many')
      }
      const reads = vi.spyOn(store, 'range')
      const found = (): unknown => [
        ...candidateBlocks(store, { conditions, fromBlock: 0, toBlock: 25_599, onStep }),
      ]
      return { found, reads, told: () => told, last: () => last }
    }
    const none = search(1)
    expect(none.found).toThrow('too many')
    expect(none.reads).not.toHaveBeenCalled()
    const half = search(50)
    expect(half.found).toThrow('too many')
    expect(half.last()).toBeGreaterThan(40 * 256)
    expect(half.last()).toBeLessThan(60 * 256)
    const whole = search(1_000)
    expect(whole.found()).toEqual([])
    expect(whole.told()).toBeLessThan(110)
  })

  it('leave no entries in the index when every posting is removed', () => {
    const store = memoryStore()
    store.write((batch) => {
      for (const number of [700, 3, 300, 5, 3]) addPosting(batch, terms[0]!, number)
      for (const number of [3, 300, 5, 700, 9]) removePosting(batch, terms[0]!, number)
    })
    expect([...store.range('logIndex')]).toEqual([])
  })
})
