import { toHex } from '../../../primitives/hex.ts'
import { applyOverrides } from '../../../tracing/run/stateOverrides.ts'
import { failureOf, isPrecompiled, simulatedCall, simulatorAt } from '../../calls/simulation.ts'
import { precompileOverridden, stateOverrideNotAllowed, wrongType } from '../../errors/errors.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { RpcContext } from '../../method/context.ts'
import { defineMethod } from '../../method/method.ts'
import { type CallPlace, selectCallPlace } from '../../node/selection.ts'
import { callBlockReference, latestBlock } from '../../params/block.ts'
import { callObject } from '../../params/callObject.ts'
import { type Codec, optional, required } from '../../params/parameter.ts'
import { stateOverrides } from '../../params/stateOverrides.ts'

type Overrides = { readonly [account: string]: unknown }

/** Decoded only when overrides are allowed. */
const anyOverrides: Codec<Overrides> = {
  schema: stateOverrides.schema,
  decode(value) {
    if (!isJsonObject(value)) throw wrongType()
    return value
  },
}

/** Overrides need the operator's permission; an empty set of overrides does not. */
function override(place: CallPlace, overrides: Overrides, { node, settings }: RpcContext): void {
  if (Object.keys(overrides).length === 0) return
  if (!settings.allowsStateOverrides) throw stateOverrideNotAllowed()
  const accounts = stateOverrides.decode(overrides)
  if (accounts.some(({ address }) => isPrecompiled(address, place, node))) throw precompileOverridden()
  applyOverrides(place.state, accounts)
}

export const ethCall = defineMethod({
  name: 'eth_call',
  summary: 'Executes a call without a transaction and answers its output.',
  params: [
    required('call', callObject),
    optional('block', callBlockReference, latestBlock),
    optional('stateOverride', anyOverrides, {}),
  ],
  result: schema.data,
  cost: 10,
  handler([call, reference, overrides], context) {
    const { node, settings } = context
    const place = selectCallPlace(reference, node)
    override(place, overrides, context)
    const simulated = simulatedCall(call, settings.callGasCap)
    const result = simulatorAt(place, context)(simulated)
    node.callLog?.called('eth_call', simulated, result, place)
    if (result.status !== 'success') throw failureOf(result, settings.errors)
    return toHex(result.output)
  },
})
