import { toHex } from '../../../primitives/hex.ts'
import { anyBlockOverrides, anyStateOverrides, callBase } from '../../calls/overrides.ts'
import { failureOf, refuseUnsendable, simulate, simulatedCall } from '../../calls/simulation.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { callBlockReference, latestBlock } from '../../params/blockReference.ts'
import { callObject } from '../../params/callObject.ts'
import { optional, required } from '../../params/parameter.ts'

export const ethCall = defineRead({
  name: 'eth_call',
  summary: 'Executes a call without a transaction and answers its output.',
  params: [
    required('call', callObject),
    optional('block', callBlockReference, latestBlock),
    optional('stateOverride', anyStateOverrides, undefined),
    optional('blockOverride', anyBlockOverrides, undefined),
  ],
  developmentParams: 1,
  result: schema.data,
  cost: 10,
  upstream: 'trusted',
  light: 'executed',
  handler([call, reference, ofState, ofBlock], context) {
    const { node, settings } = context
    const base = callBase(reference, ofState, ofBlock, context)
    refuseUnsendable(call, base.host, settings)
    const simulated = simulatedCall(call, settings.callGasCap, context)
    const result = simulate(simulated, base.host, context)
    node.callLog?.called('eth_call', simulated, result, base.host)
    if (result.status === 'success') return toHex(result.output)
    throw failureOf(result, node.callLog?.explainCall(simulated, result, base.host))
  },
})
