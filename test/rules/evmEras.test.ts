import { describe, expect, it } from 'vitest'
import { compareEngines } from '../../src/evm/fast/engineComparison.cases.ts'
import { randomScenario } from '../../src/evm/fast/scenarios.cases.ts'
import { evmEras } from './evmEras.ts'

/* A bounded sample; `npx tsx scripts/fuzz-evm.ts` compares the engines on any number of programs. */

/** Programs of each era; the tests in src/evm/fast run more with the newest rules. */
const programs = 16

describe('the fast engine under the rules of every era', () => {
  it.each(evmEras.map((era, index) => ({ ...era, index })))(
    'agrees with the reference engine on $name',
    ({ rules, index }) => {
      const statuses = { success: 0, revert: 0, halt: 0 }
      for (let at = 1; at <= programs; at++) {
        const seed = at * evmEras.length + index
        const { comparison, status } = compareEngines(randomScenario(seed, rules))
        expect(comparison, `npx tsx scripts/fuzz-evm.ts ${seed} 1`).toBe('same')
        statuses[status]++
      }
      // Programs that halt early compare little.
      expect(statuses.success).toBeGreaterThan(programs / 8)
    },
  )
})

describe('the eras', () => {
  it('include each rule of the machine switched off and on', () => {
    const flags = Object.keys(evmEras[0]!.rules).filter((name) => name !== 'id' && name !== 'codeSizeLimit')
    const values = (flag: string) =>
      new Set(evmEras.map(({ rules }) => Object.entries(rules).find(([name]) => name === flag)?.[1]))
    for (const flag of flags) expect(values(flag), flag).toEqual(new Set([false, true]))
  })
})
