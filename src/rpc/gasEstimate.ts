import type { SimulatedCall, SimulationResult } from '../execution/simulate.ts'
import type { Simulator } from './simulation.ts'

export type GasEstimate =
  | { readonly isSuccess: true; readonly gas: number }
  /** The call fails with any gas up to the limit; `failure` is what came of the limit itself. */
  | { readonly isSuccess: false; readonly gas: number; readonly failure: SimulationResult }

/**
 * The least gas with which a call succeeds, given that it does with all greater amounts up to its own. What a
 * run with plenty of gas used before refunds is nearly always it, so that and one less are tried before
 * everything between is searched.
 */
export function estimateGas(
  call: SimulatedCall,
  intrinsicGas: number,
  simulate: Simulator,
): GasEstimate {
  const first = simulate(call)
  if (first.status !== 'success') {
    return { isSuccess: false, gas: Math.max(first.gasUsed, intrinsicGas), failure: first }
  }
  let failing = intrinsicGas - 1
  let sufficient = call.gas
  const tryGas = (gas: number): void => {
    if (gas <= failing || gas >= sufficient) return
    if (simulate({ ...call, gas }, false).status === 'success') sufficient = gas
    else failing = gas
  }
  const likely = first.gasUsed + first.gasRefunded
  tryGas(likely)
  tryGas(likely - 1)
  while (failing + 1 < sufficient) tryGas(Math.floor((failing + sufficient) / 2))
  return { isSuccess: true, gas: sufficient }
}
