import { expect, test } from 'vitest'
import { compareEngines } from './engineComparison.cases.ts'
import { randomScenario } from './scenarios.cases.ts'

const programs = 500

test('the fast engine does what the reference engine does', () => {
  const statuses = { success: 0, revert: 0, halt: 0 }
  for (let seed = 1; seed <= programs; seed++) {
    const { comparison, status } = compareEngines(randomScenario(seed))
    expect(comparison, `seed ${seed}: see scripts/fuzz-evm.ts`).toBe('same')
    statuses[status]++
  }
  // The programs are only worth something if many of them run to an end.
  expect(statuses.success).toBeGreaterThan(programs / 5)
  expect(statuses.revert).toBeGreaterThan(programs / 50)
})
