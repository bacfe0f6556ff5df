import { toQuantity } from '../../../primitives/quantity.ts'
import { anyStateOverrides, overrideState } from '../../calls/overrides.ts'
import { failureOf, refuseUnsendable, simulate, simulatedCall } from '../../calls/simulation.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { ownCallBase } from '../../node/selection.ts'
import { callBlockReference, latestBlock } from '../../params/blockReference.ts'
import { strictCallObject } from '../../params/callObject.ts'
import { optional, required } from '../../params/parameter.ts'

/** Rootstock has no access lists (EIP-2930): every access costs the same, so the best list is always the empty one. */
export const ethCreateAccessList = defineRead({
  name: 'eth_createAccessList',
  summary:
    'An empty access list, because Rootstock’s gas does not depend on one, with the gas that the call uses; a failed call has an error too.',
  params: [
    required('call', strictCallObject),
    optional('block', callBlockReference, latestBlock),
    optional('stateOverride', anyStateOverrides, undefined),
  ],
  result: schema.objectWith({
    accessList: schema.arrayOf(schema.objectWith({})),
    gasUsed: schema.quantity,
    error: schema.text,
  }),
  cost: 10,
  upstream: 'trusted',
  light: 'executed',
  handler([call, reference, ofState], context) {
    const { node, settings } = context
    const base = ownCallBase(reference, node)
    overrideState(base.host, ofState, settings)
    refuseUnsendable(call, base.host, settings)
    const simulated = simulatedCall(call, settings.callGasCap, context)
    const result = simulate(simulated, base.host, context)
    node.callLog?.called('eth_createAccessList', simulated, result, base.host)
    const answer = { accessList: [], gasUsed: toQuantity(result.gasUsed) }
    if (result.status === 'success') return answer
    return { ...answer, error: failureOf(result).in(settings.errors).message }
  },
})
