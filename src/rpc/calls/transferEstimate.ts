import { isTransfer } from '../../execution/simulate.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { intrinsicGas } from '../../protocol/transactions/intrinsicGas.ts'
import type { ReadContext } from '../method/context.ts'
import type { CallObject } from '../params/callObject.ts'
import { refuseTwoData, simulatedCall } from './simulation.ts'
import { refuseUnsendable } from './unsendable.ts'

/**
 * The gas of a transfer in the pending block, without a run: it costs its intrinsic gas and changes nothing, so what others
 * have read of the state is enough. Undefined for any other call, and for one that brings its own gas.
 */
export function transferEstimate(call: CallObject, context: ReadContext): number | undefined {
  const { node, settings } = context
  if (call.gas !== undefined) return undefined
  const view = node.pending()
  const { header } = view.block
  const state = view.sharedState
  if (state === undefined || !isTransfer(call, state)) return undefined
  const gas = intrinsicGas(call, rulesAt(node.network, header.number))
  const gasCap = Number(gasLimitOf(header))
  if (gas > gasCap) return undefined
  const place = { header, state, pending: header }
  refuseTwoData(call, settings)
  refuseUnsendable(call, place, context)
  node.callLog?.estimated(simulatedCall(call, gasCap), gas, undefined, place)
  return gas
}
