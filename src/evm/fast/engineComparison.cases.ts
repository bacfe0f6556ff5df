import { isDeepStrictEqual } from 'node:util'
import { FastEngineUnable } from '../halt.ts'
import { ReferenceSession } from '../reference/session.ts'
import { type Outcome, runScenario, type Scenario } from './scenarios.cases.ts'
import { type FastSessions, sharedSessions } from './session.ts'

/**
 * The difference between the engines, or `same`; `skipped` when the fast engine cannot run the code.
 */
export type Comparison = 'same' | 'skipped' | { readonly fast: unknown; readonly reference: unknown }

export interface Compared {
  readonly comparison: Comparison
  readonly status: Outcome['result']['status']
}

export function compareEngines(scenario: Scenario, sessions: FastSessions = sharedSessions): Compared {
  const reference = runScenario(scenario, (host, rules) => new ReferenceSession(host, rules))
  const { status } = reference.result
  try {
    const fast = runScenario(scenario, (host, rules) => sessions.open(host, rules))
    return { comparison: compare(fast, reference), status }
  } catch (error) {
    if (error instanceof FastEngineUnable) return { comparison: 'skipped', status }
    return { comparison: { fast: error, reference: reference.result }, status }
  }
}

function compare(fast: Outcome, { result, ...others }: Outcome): Comparison {
  // A halt may come earlier in the fast engine, before logs of the same block of instructions.
  const { excessGas } = fast.result
  if (excessGas > result.excessGas) return { fast: excessGas, reference: result.excessGas }
  const reference = { ...others, result: { ...result, excessGas } }
  for (const part of ['result', 'state', 'written'] as const) {
    if (!isDeepStrictEqual(fast[part], reference[part]))
      return { fast: fast[part], reference: reference[part] }
  }
  // A write reads its cell before it pays; the reference engine reads it only when the price depends on it.
  const missed = [...reference.touched].filter((cell) => !fast.touched.has(cell))
  return missed.length === 0 ? 'same' : { fast: 'did not touch', reference: missed }
}
