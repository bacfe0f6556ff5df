import { isTransfer, type SimulatedCall } from '../../execution/simulate.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { intrinsicGas } from '../../protocol/transactions/intrinsicGas.ts'
import { type ReadContext, startDeadline } from '../method/context.ts'
import { type CallPlace, selectCallPlace } from '../node/selection.ts'
import { pendingBlock } from '../params/block.ts'
import type { CallObject } from '../params/callObject.ts'
import { estimateGas, type GasEstimate } from './gasEstimate.ts'
import {
  failureOf,
  ignoresGas,
  refuseTwoData,
  refuseUnsendable,
  simulate,
  simulatedCall,
} from './simulation.ts'

/** The least gas with which a call succeeds in the next block. */
export const estimateNext = (call: CallObject, context: ReadContext): number =>
  estimateAt(selectCallPlace(pendingBlock, context.node), call, context)

/** The least gas with which a call succeeds at a place. A call that fails is an error in Ethereum's dialect only. */
export function estimateAt(place: CallPlace, call: CallObject, context: ReadContext): number {
  const { node, settings } = context
  refuseTwoData(call, settings)
  refuseUnsendable(call, place, context)
  // The call may run on an old block, but the transaction will be in the next one, whose gas limit counts.
  const gasCap = Number(gasLimitOf(place.pending ?? node.pending().block.header))
  const simulated = simulatedCall(call, gasCap)
  const estimate = leastGas(simulated, place, context)
  node.callLog?.estimated(simulated, estimate.gas, estimate.isSuccess ? undefined : estimate.failure, place)
  if (!estimate.isSuccess && settings.errors === 'ethereum') {
    throw failureOf(estimate.failure, settings.errors)
  }
  return estimate.gas
}

function leastGas(call: SimulatedCall, place: CallPlace, context: ReadContext): GasEstimate {
  const { header, state } = place
  const estimated = {
    call,
    intrinsicGas: intrinsicGas(call, rulesAt(context.node.network, header.number)),
    isTransfer: isTransfer(call, state),
    ignoresGas: ignoresGas(call, state),
  }
  const deadline = startDeadline(context)
  return estimateGas(estimated, (tried, exactCause) => simulate(tried, place, context, deadline, exactCause))
}
