import { isTransfer, type SimulatedCall } from '../../execution/simulate.ts'
import type { CallResult } from '../../execution/transaction/runCall.ts'
import { gasLimitToward } from '../../protocol/gasBounds.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import { intrinsicGas } from '../../protocol/transactions/intrinsicGas.ts'
import type { ReadContext } from '../method/context.ts'
import { type CallBase, ownCallBase } from '../node/selection.ts'
import { pendingBlock } from '../params/blockReference.ts'
import type { CallObject } from '../params/callObject.ts'
import { failureOf, ignoresGas, refuseUnsendable, simulate, simulatedCall } from './simulation.ts'

/** The least gas with which a call succeeds in the next block. */
export const estimateNext = (call: CallObject, context: ReadContext): number =>
  estimateAt(ownCallBase(pendingBlock, context.node), call, context)

/** The least gas with which a call succeeds on a base. A call that fails is an error in Ethereum's dialect only. */
export function estimateAt(base: CallBase, call: CallObject, context: ReadContext): number {
  const { node, settings } = context
  refuseUnsendable(call, base.host, settings)
  // The call may run on an old block, but the transaction will be in the next one, whose gas limit counts.
  const gasCap = Number(base.pending ? gasLimitOf(base.pending) : nextGasLimit(context))
  const simulated = simulatedCall(call, gasCap, context)
  const estimate = leastGas(simulated, base, context)
  node.callLog?.estimated(
    simulated,
    estimate.gas,
    estimate.isSuccess ? undefined : estimate.failure,
    base.host,
  )
  if (!estimate.isSuccess && settings.errors === 'ethereum') {
    const { failure } = estimate
    throw failureOf(failure, node.callLog?.explainCall(simulated, failure, base.host))
  }
  return estimate.gas
}

/** A process that makes no blocks knows what miners aim at, and not their pending block. */
function nextGasLimit({ node, settings: { gasLimitTarget } }: ReadContext): bigint {
  if (gasLimitTarget === undefined) return gasLimitOf(node.pending().block.header)
  return gasLimitToward(gasLimitTarget, gasLimitOf(node.chain.head.header))
}

function leastGas(call: SimulatedCall, base: CallBase, context: ReadContext): GasEstimate {
  const { rules, state } = base.host
  const estimated = {
    call,
    intrinsicGas: intrinsicGas(call, rules),
    isTransfer: isTransfer(call, state),
    ignoresGas: ignoresGas(call, base.host),
  }
  return estimateGas(estimated, (tried, exactCause) => simulate(tried, base.host, context, { exactCause }))
}

/** Runs the call with other gas; `exactCause` is false when the cause of a failure is not used. */
export type Simulator = (call: SimulatedCall, exactCause: boolean) => CallResult

export type GasEstimate =
  | { readonly isSuccess: true; readonly gas: number }
  /** The call fails with any gas up to the limit; `failure` is the outcome with the limit itself. */
  | { readonly isSuccess: false; readonly gas: number; readonly failure: CallResult }

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
