import { expect, it } from 'vitest'
import { allAges, type Run } from './runList.ts'
import { dueMerges, isFull, type RunLimits } from './tiers.ts'

const limits: RunLimits = { recent: 40, recentInBulk: 10, fanOut: 4, effort: 4, pause: 1 }

const runsOf = (...counts: number[]): Run[] =>
  counts.map((count, index) => ({ slot: index + 1, id: index + 1, count, ages: allAges }))

it.each([
  ['nothing of three runs of a class', [10, 20, 30, 500], []],
  ['four runs of a class', [10, 20, 30, 35, 500], [{ first: 0, sources: 4 }]],
  ['four runs of a class behind smaller ones', [10, 50, 60, 70, 80, 700], [{ first: 1, sources: 4 }]],
  ['smaller runs behind a larger one, with it', [700, 10, 60, 5], [{ first: 0, sources: 4 }]],
  [
    'two classes',
    [10, 10, 10, 10, 50, 50, 50, 50],
    [
      { first: 0, sources: 4 },
      { first: 4, sources: 4 },
    ],
  ],
])('merges %s', (_, counts, due) => {
  expect(dueMerges(runsOf(...counts), [], limits)).toEqual(due)
})

it('merges no run twice at a time', () => {
  const merges = [{ first: 2, sources: 4, output: 30, taken: 0 }]
  expect(dueMerges(runsOf(10, 10, 10, 10, 10, 10, 10, 10), merges, limits)).toEqual([])
})

it('ends a recent slot earlier when writes change all its pages', () => {
  expect(isFull(39, 2, limits)).toBe(false)
  expect(isFull(40, 1, limits)).toBe(true)
  expect(isFull(16, 2, limits)).toBe(true)
  expect(isFull(9, 9, limits)).toBe(false)
})
