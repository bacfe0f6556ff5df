import { TraceError } from '../../../tracing/output/traceError.ts'
import type { StateOverride } from '../../../tracing/request/traceJob.ts'
import { readTracerChoice, type TracerChoice } from '../../../tracing/request/tracerChoice.ts'
import { simulatedCall } from '../../calls/simulation.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { defineMethod } from '../../method/method.ts'
import { expectBlock } from '../../node/selection.ts'
import { latestBlock, minedBlockReference } from '../../params/block.ts'
import { callObject } from '../../params/callObject.ts'
import { type Codec, optional, required } from '../../params/parameter.ts'
import { stateOverrides } from '../../params/stateOverrides.ts'
import { structLogs, traceResult, tracerMembers } from './tracerOptions.ts'

interface CallTraceOptions {
  readonly tracer: TracerChoice
  readonly overrides: readonly StateOverride[]
}

/** Overrides of the block are not supported and must not be ignored silently. */
const callTraceOptions: Codec<CallTraceOptions> = {
  schema: schema.objectWith({ ...tracerMembers, stateOverrides: stateOverrides.schema }),
  decode(value) {
    const members = isJsonObject(value) ? value : {}
    const { stateOverrides: overrides, blockOverrides } = members
    if (blockOverrides !== undefined && blockOverrides !== null) {
      throw new TraceError('bad-options', 'blockOverrides are not supported: name a block')
    }
    return {
      tracer: readTracerChoice(value),
      overrides: overrides === undefined || overrides === null ? [] : stateOverrides.decode(overrides),
    }
  },
}

export const debugTraceCall = defineMethod({
  name: 'debug_traceCall',
  summary: 'Executes a call without a transaction on the state after a block, and traces it.',
  params: [
    required('call', callObject),
    optional('block', minedBlockReference, latestBlock),
    optional('options', callTraceOptions, { tracer: structLogs, overrides: [] }),
  ],
  result: traceResult,
  cost: 50,
  placement: 'reader',
  isLong: true,
  handler([call, reference, options], { node, settings, work }) {
    const { hash } = expectBlock(reference, node)
    const simulated = simulatedCall(call, settings.callGasCap)
    return new StreamedJson(
      node.traces.trace({ kind: 'call', call: simulated, block: hash, ...options }, undefined, work),
    )
  },
})
