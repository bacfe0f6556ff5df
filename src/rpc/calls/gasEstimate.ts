import type { SimulatedCall, SimulationResult } from '../../execution/simulate.ts'
import type { Simulator } from './simulation.ts'

export type GasEstimate =
  | { readonly isSuccess: true; readonly gas: number }
  /** The call fails with any gas up to the limit; `failure` is what came of the limit itself. */
  | { readonly isSuccess: false; readonly gas: number; readonly failure: SimulationResult }

export interface EstimatedCall {
  readonly call: SimulatedCall
  readonly intrinsicGas: number
  /** Whether it does the same with any gas that suffices. */
  readonly ignoresGas: boolean
}

/**
 * The least gas with which a call succeeds, given that it does with all greater amounts up to its own. What a
 * run with plenty of gas used before refunds is it when the call cannot tell its gas, and nearly always else, so
 * that and one less are tried before everything between is searched.
 */
export function estimateGas(
  { call, intrinsicGas, ignoresGas }: EstimatedCall,
  simulate: Simulator,
): GasEstimate {
  const first = simulate(call)
  if (first.status !== 'success') {
    return { isSuccess: false, gas: Math.max(first.gasUsed, intrinsicGas), failure: first }
  }
  const likely = first.gasUsed + first.gasRefunded
  if (ignoresGas) return { isSuccess: true, gas: likely }
  let failing = intrinsicGas - 1
  let sufficient = call.gas
  const tryGas = (gas: number): void => {
    if (gas <= failing || gas >= sufficient) return
    if (simulate({ ...call, gas }, false).status === 'success') sufficient = gas
    else failing = gas
  }
  tryGas(likely)
  tryGas(likely - 1)
  while (failing + 1 < sufficient) tryGas(Math.floor((failing + sufficient) / 2))
  return { isSuccess: true, gas: sufficient }
}
