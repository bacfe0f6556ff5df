import { toHex } from '../../primitives/hex.ts'
import { stateOverrideNotAllowed, wrongType } from '../errors.ts'
import { isJsonObject } from '../json.ts'
import { defineMethod } from '../method.ts'
import { callBlockReference, latestBlock } from '../params/block.ts'
import { callObject } from '../params/callObject.ts'
import { type Codec, optional, required } from '../params/parameter.ts'
import * as schema from '../schema.ts'
import { selectCallPlace } from '../selection.ts'
import { failureOf, simulatedCall, simulatorAt } from '../simulation.ts'

/** The reference node refuses to override the state unless told otherwise; an empty override is no override. */
const noOverride: Codec<undefined> = {
  schema: schema.objectWith({}),
  decode(value) {
    if (!isJsonObject(value)) throw wrongType()
    if (Object.keys(value).length > 0) throw stateOverrideNotAllowed()
    return undefined
  },
}

export const ethCall = defineMethod({
  name: 'eth_call',
  summary: 'Runs a call without a transaction and answers what it returns.',
  params: [
    required('call', callObject),
    optional('block', callBlockReference, latestBlock),
    optional('stateOverride', noOverride, undefined),
  ],
  result: schema.data,
  cost: 10,
  handler([call, reference], context) {
    const { node, settings } = context
    const place = selectCallPlace(reference, node)
    const simulated = simulatedCall(call, settings.callGasCap)
    const result = simulatorAt(place, context)(simulated)
    node.callLog?.called('eth_call', simulated, result, place)
    if (result.status !== 'success') throw failureOf(result, settings.errors)
    return toHex(result.output)
  },
})
