import type { SimulatedCall, SimulationResult } from '../../execution/simulate.ts'

/** Runs the call with other gas; `exactCause` is false when the cause of a failure is not used. */
export type Simulator = (call: SimulatedCall, exactCause: boolean) => SimulationResult

export type GasEstimate =
  | { readonly isSuccess: true; readonly gas: number }
  /** The call fails with any gas up to the limit; `failure` is the outcome with the limit itself. */
  | { readonly isSuccess: false; readonly gas: number; readonly failure: SimulationResult }

export interface EstimatedCall {
  readonly call: SimulatedCall
  readonly intrinsicGas: number
  /** Whether the call runs no code: it succeeds with the intrinsic gas, and with no less. */
  readonly isTransfer: boolean
  /** Whether the call has the same outcome with any sufficient gas. */
  readonly ignoresGas: boolean
}

/**
 * The least gas with which a call succeeds, provided that it succeeds with every greater amount up to its own. The gas
 * used before refunds by a run with plenty of gas is the answer for a call that cannot read its gas, and nearly always
 * for others; so that amount and one less are tried before a binary search.
 */
export function estimateGas(
  { call, intrinsicGas, isTransfer, ignoresGas }: EstimatedCall,
  simulate: Simulator,
): GasEstimate {
  if (isTransfer && call.gas >= intrinsicGas) return { isSuccess: true, gas: intrinsicGas }
  const first = simulate(call, true)
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
