import { allowedOverrides, anyBlockOverrides, anyStateOverrides } from '../../calls/overrides.ts'
import { simulatedCall } from '../../calls/simulation.ts'
import { defineRead } from '../../method/method.ts'
import { blockOverrides } from '../../params/blockOverrides.ts'
import { callBlockReference, latestBlock } from '../../params/blockReference.ts'
import { strictCallObject } from '../../params/callObject.ts'
import { optional, required } from '../../params/parameter.ts'
import { expectTracedBlock, streamTrace } from './findTraced.ts'
import { replayParts, replaySchema } from './replayParts.ts'

export const traceCall = defineRead({
  name: 'trace_call',
  summary:
    'Executes a call without a transaction on the state after a block: its output, its calls (trace) and what it would change (stateDiff).',
  params: [
    required('call', strictCallObject),
    required('types', replayParts),
    optional('block', callBlockReference, latestBlock),
    optional('stateOverride', anyStateOverrides, undefined),
    optional('blockOverride', anyBlockOverrides, undefined),
  ],
  developmentParams: 1,
  result: replaySchema,
  cost: 50,
  upstream: 'never',
  isLong: true,
  light: 'executed',
  handler([call, parts, reference, ofState, ofBlock], context) {
    const { node, settings } = context
    const accounts = allowedOverrides(ofState, settings)
    const values = ofBlock && blockOverrides.decode(ofBlock)
    const { hash: block, pending } = expectTracedBlock(reference, node)
    const calls = [{ call: simulatedCall(call, settings.callGasCap, context), parts }]
    const base = { block, accounts, values }
    return streamTrace({ kind: 'parity-calls', calls, base, isSingle: true }, context, pending)
  },
})
