import { toQuantity } from '../../../primitives/quantity.ts'
import { gasLimitOf } from '../../../protocol/headers/header.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import { intrinsicGas } from '../../../protocol/transactions/intrinsicGas.ts'
import { estimateGas } from '../../calls/gasEstimate.ts'
import { failureOf, ignoresGas, simulatedCall, simulatorAt } from '../../calls/simulation.ts'
import { insufficientFundsForTransfer } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { RpcContext } from '../../method/context.ts'
import { defineMethod } from '../../method/method.ts'
import { type CallPlace, selectCallPlace } from '../../node/selection.ts'
import { estimateBlockReference, latestBlock } from '../../params/block.ts'
import { type CallObject, strictCallObject } from '../../params/callObject.ts'
import { optional, required } from '../../params/parameter.ts'

/** Ethereum's clients expect an error when the sender cannot pay; Rootstock's expect the estimate. */
function refuseUnpayable(call: CallObject, { state }: CallPlace, { settings }: RpcContext): void {
  if (settings.errors === 'rootstock' || call.from === undefined) return
  if (state.balance(call.from) < (call.value ?? 0n)) throw insufficientFundsForTransfer()
}

export const ethEstimateGas = defineMethod({
  name: 'eth_estimateGas',
  summary: 'The least gas with which a call succeeds; for a call that fails, the gas used until it failed.',
  params: [required('call', strictCallObject), optional('block', estimateBlockReference, latestBlock)],
  result: schema.quantity,
  cost: 20,
  handler([call, reference], context) {
    const { node, settings } = context
    const place = selectCallPlace(reference, node)
    refuseUnpayable(call, place, context)
    // The call may run on an old block, but the transaction will be in the next one, whose gas limit counts.
    const gasCap = Number(gasLimitOf(node.pending().block.header))
    const simulated = simulatedCall(call, gasCap)
    const estimated = {
      call: simulated,
      intrinsicGas: intrinsicGas(call, rulesAt(node.network, place.header.number)),
      ignoresGas: ignoresGas(simulated, place),
    }
    const estimate = estimateGas(estimated, simulatorAt(place, context))
    node.callLog?.estimated(simulated, estimate.gas, estimate.isSuccess ? undefined : estimate.failure)
    if (!estimate.isSuccess && settings.errors === 'ethereum') {
      throw failureOf(estimate.failure, settings.errors)
    }
    return toQuantity(estimate.gas)
  },
})
