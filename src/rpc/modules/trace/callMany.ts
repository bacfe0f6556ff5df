import type { ReplayParts } from '../../../tracing/request/traceJob.ts'
import { simulatedCall } from '../../calls/simulation.ts'
import { unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { callBlockReference, latestBlock } from '../../params/blockReference.ts'
import { type CallObject, strictCallObject } from '../../params/callObject.ts'
import { type Codec, namedOnDevelopment, optional, required } from '../../params/parameter.ts'
import { listOf } from '../../params/text.ts'
import { expectTracedBlock, streamTrace } from './findTraced.ts'
import { replayParts, replaySchema } from './replayParts.ts'

/** Each call may use the whole gas cap. */
const maximumCalls = 100

interface TypedCall {
  readonly call: CallObject
  readonly parts: ReplayParts
}

/** A pair of a call and the wanted types. */
const typedCall: Codec<TypedCall> = {
  schema: { type: 'array', prefixItems: [strictCallObject.schema, replayParts.schema] },
  decode(value) {
    if (!Array.isArray(value) || value.length !== 2) {
      throw unreadable('each of the calls is an array of a call and its types')
    }
    const [call, types]: readonly unknown[] = value
    return { call: strictCallObject.decode(call), parts: replayParts.decode(types) }
  },
}

export const traceCallMany = defineRead({
  name: 'trace_callMany',
  summary:
    'The same as trace_call for a list of pairs of a call and its types; each call sees the changes of those before it.',
  params: [
    required('calls', namedOnDevelopment('calls', listOf(typedCall, 'calls', maximumCalls))),
    optional('block', callBlockReference, latestBlock),
  ],
  result: schema.arrayOf(replaySchema),
  cost: 200,
  upstream: 'never',
  isLong: true,
  light: 'executed',
  handler([list, reference], context) {
    const { hash: block, pending } = expectTracedBlock(reference, context.node)
    const calls = list.map(({ call, parts }) => ({
      call: simulatedCall(call, context.settings.callGasCap, context),
      parts,
    }))
    return streamTrace({ kind: 'parity-calls', calls, base: { block }, isSingle: false }, context, pending)
  },
})
