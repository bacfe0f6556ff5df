import { isTransfer, type SimulatedCall } from '../../execution/simulate.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { intrinsicGas } from '../../protocol/transactions/intrinsicGas.ts'
import type { ReadContext } from '../method/context.ts'
import type { ReadNode } from '../node/readNode.ts'
import { type CallPlace, selectCallPlace } from '../node/selection.ts'
import { type BlockReference, isMinedReference } from '../params/block.ts'
import type { CallObject } from '../params/callObject.ts'
import { estimateGas, type GasEstimate } from './gasEstimate.ts'
import {
  failureOf,
  ignoresGas,
  refuseTwoData,
  type Simulator,
  simulatedCall,
  simulatorAt,
} from './simulation.ts'
import { refuseUnsendable } from './unsendable.ts'

/**
 * Where an estimate is made that overrides no state. That of a transfer in the pending block changes nothing, so it reads
 * what others have read.
 */
export function estimatePlace(reference: BlockReference, call: CallObject, node: ReadNode): CallPlace {
  if (isMinedReference(reference)) return selectCallPlace(reference, node)
  const view = node.pending()
  const { block, sharedState } = view
  const isRead = sharedState !== undefined && isTransfer(call, sharedState)
  const state = isRead ? sharedState : view.state
  return { header: block.header, state, pending: block.header }
}

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
  let simulator: Simulator | undefined
  return estimateGas(estimated, (tried, exactCause) => {
    simulator ??= simulatorAt(place, context)
    return simulator(tried, exactCause)
  })
}
