import { afterAll, beforeAll, expect, it } from 'vitest'
import { Random } from '../attack/random.ts'
import { MutatedAnswers } from './lies/mutatedAnswers.ts'

/* `npm run attack -- light` makes 10,000 changes. */

let answers: MutatedAnswers
beforeAll(async () => {
  answers = await MutatedAnswers.open(7)
})
afterAll(() => answers.close())

it('believes none of 500 random changes of an endpoint’s answers', async () => {
  expect(answers.questions).toBeGreaterThan(100)
  const report = await answers.run(500, new Random(7))
  expect(report.accepted).toEqual([])
  expect(report.mutations).toBe(500)
  expect(report.refused).toBeGreaterThan(200)
})
