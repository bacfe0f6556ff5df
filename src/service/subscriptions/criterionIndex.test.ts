import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CriterionIndex, type HexCriterion, type HexLog } from './criterionIndex.ts'

const matches = ({ addresses, topics }: HexCriterion, log: HexLog): boolean =>
  (addresses.length === 0 || addresses.includes(log.address)) &&
  topics.every((wanted, at) => wanted.length === 0 || wanted.includes(log.topics[at] ?? 'none'))

it('finds every criterion that a log matches, each once, and no removed one', () => {
  const term = fc.constantFrom('a', 'b', 'c')
  const criterion = fc.record({
    addresses: fc.array(term, { maxLength: 2 }),
    topics: fc.array(fc.array(term, { maxLength: 2 }), { maxLength: 4 }),
  })
  const log = fc.record({ address: term, topics: fc.array(term, { maxLength: 4 }) })
  fc.assert(
    fc.property(fc.array(criterion, { maxLength: 20 }), fc.nat(), log, (criteria, removed, found) => {
      const index = new CriterionIndex<HexCriterion>()
      const removals = criteria.map((each, at) => index.add(each, `owner ${at % 3}`, each))
      removals[removed]?.()
      const kept = criteria.filter((_, at) => at !== removed)
      const candidates = [...index.candidates(found)].flatMap(([, entries]) => [...entries])
      expect(new Set(candidates).size).toBe(candidates.length)
      const right = kept.filter((each) => matches(each, found))
      expect(new Set(candidates.filter((each) => matches(each, found)))).toEqual(new Set(right))
    }),
  )
})

it('compares a log with few of many criteria that share one of their terms, of one owner and of many', () => {
  const log = { address: 'shared', topics: ['shared', 'topic 7', 'another'] }
  for (const ownerOf of [() => 'one', (number: number) => `owner ${number}`]) {
    const index = new CriterionIndex<number>()
    for (let number = 0; number < 2_000; number++) {
      const owner = ownerOf(number)
      index.add({ addresses: ['shared'], topics: [['shared'], [`topic ${number}`]] }, owner, number)
      index.add({ addresses: [`address ${number}`], topics: [['shared']] }, owner, number)
    }
    const candidates = [...index.candidates(log)].flatMap(([, entries]) => [...entries])
    expect(candidates.length).toBeLessThan(10)
  }
})
