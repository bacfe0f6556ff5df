import { simulatedCall } from '../../calls/simulation.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { defineMethod } from '../../method/method.ts'
import { expectBlock } from '../../node/selection.ts'
import { latestBlock, minedBlockReference } from '../../params/block.ts'
import { strictCallObject } from '../../params/callObject.ts'
import { optional, required } from '../../params/parameter.ts'
import { replayParts, replaySchema } from './replayParts.ts'

export const traceCall = defineMethod({
  name: 'trace_call',
  summary:
    'Executes a call without a transaction on the state after a block: its output, its calls (trace) and what it would change (stateDiff).',
  params: [
    required('call', strictCallObject),
    required('types', replayParts),
    optional('block', minedBlockReference, latestBlock),
  ],
  result: replaySchema,
  cost: 50,
  placement: 'reader',
  isLong: true,
  handler([call, parts, reference], { node, settings, work }) {
    const { hash: block } = expectBlock(reference, node)
    const calls = [{ call: simulatedCall(call, settings.callGasCap), parts }]
    return new StreamedJson(
      node.traces.trace({ kind: 'parity-calls', calls, block, isSingle: true }, undefined, work),
    )
  },
})
