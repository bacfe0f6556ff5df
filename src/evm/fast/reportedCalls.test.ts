import { describe, expect, it } from 'vitest'
import type { Address } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { ReferenceSession } from '../reference/session.ts'
import type { FrameEntry, FrameExit, Tracer } from '../tracer.ts'
import { randomScenario, runScenario } from './scenarios.cases.ts'
import { sharedSessions } from './session.ts'

const programs = 60

/** Lists the reported calls. The fast engine reports only approximate causes of halts, so they are left out. */
class CallList implements Tracer {
  readonly watchesCallsOnly = true
  readonly lines: string[] = []
  entered = 0

  enter({ input, caller, address, codeAddress, isPrecompile, ...entry }: FrameEntry): void {
    this.entered++
    const { value, ...rest } = entry
    const parties = [caller, address, codeAddress].map(toHexDigits).join(' ')
    // Bytes of the input beyond the memory that the caller has paid for are undefined for a precompiled contract.
    const shown = isPrecompile ? '' : toHexDigits(input)
    this.lines.push(`enter ${JSON.stringify(rest)} ${value} ${parties} ${isPrecompile} ${shown}`)
  }

  exit({ status, gasUsed, output }: FrameExit): void {
    this.lines.push(`exit ${status} ${gasUsed} ${toHexDigits(output)}`)
  }

  selfDestruct(address: Address, beneficiary: Address, balance: bigint): void {
    this.lines.push(`destroys ${toHexDigits(address)} ${toHexDigits(beneficiary)} ${balance}`)
  }
}

describe('the fast engine with a tracer that watches only calls', () => {
  it('reports the calls that the reference engine reports, and has the same result', () => {
    let entered = 0
    for (let seed = 1; seed <= programs; seed++) {
      const scenario = randomScenario(seed)
      const [fast, reference] = [new CallList(), new CallList()]
      const { result } = runScenario(scenario, (host, rules) => sharedSessions.open(host, rules, true), fast)
      const expected = runScenario(
        scenario,
        (host, rules) => new ReferenceSession(host, rules, reference),
        reference,
      )
      expect(fast.lines, `seed ${seed}`).toEqual(reference.lines)
      // The fast engine may halt before logs that the reference engine counts.
      const { excessGas } = result
      expect(result, `seed ${seed}`).toEqual({ ...expected.result, excessGas })
      expect(excessGas, `seed ${seed}`).toBeLessThanOrEqual(expected.result.excessGas)
      entered += reference.entered
    }
    expect(entered).toBeGreaterThan(2 * programs)
  })
})
