import { describe, expect, it } from 'vitest'
import { compareEngines } from './engineComparison.cases.ts'
import { randomScenario } from './scenarios.cases.ts'

const programs = 250

describe('the fast engine under the newest rules', () => {
  it('does what the reference engine does', () => {
    const statuses = { success: 0, revert: 0, halt: 0 }
    for (let seed = 1; seed <= programs; seed++) {
      const { comparison, status } = compareEngines(randomScenario(seed))
      expect(comparison, `seed ${seed}`).toBe('same')
      statuses[status]++
    }
    // The comparison is weak unless many programs run to their end.
    expect(statuses.success).toBeGreaterThan(programs / 5)
    expect(statuses.revert).toBeGreaterThan(programs / 50)
  })
})
