import { TraceError } from '../../../tracing/output/traceError.ts'
import type { BlockOverrides, StateOverride } from '../../../tracing/request/traceJob.ts'
import { readTracerChoice, type TracerChoice } from '../../../tracing/request/tracerChoice.ts'
import { simulatedCall } from '../../calls/simulation.ts'
import { namedMember } from '../../errors/memberError.ts'
import { isGiven, isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { RpcSettings } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import { blockOverrides } from '../../params/blockOverrides.ts'
import { callBlockReference, latestBlock } from '../../params/blockReference.ts'
import { strictCallObject } from '../../params/callObject.ts'
import { type Codec, optional, required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { stateOverrides } from '../../params/stateOverrides.ts'
import { expectTracedBlock, streamTrace } from '../trace/findTraced.ts'
import { structLogs, traceResult, tracerMembers } from './tracerOptions.ts'

interface CallTraceOptions {
  readonly tracer: TracerChoice
  readonly accounts: readonly StateOverride[]
  /** Decoded only where overrides of the block are allowed. */
  readonly ofBlock: unknown
  readonly transactionIndex: number | undefined
}

/** The base of the call in geth's words, and the members of the tracer. */
const callTraceOptions: Codec<CallTraceOptions> = {
  schema: schema.objectWith({
    ...tracerMembers,
    stateOverrides: stateOverrides.schema,
    blockOverrides: blockOverrides.schema,
    txIndex: schema.quantity,
  }),
  decode(value, isDevelopment) {
    const members = isJsonObject(value) ? value : {}
    const { stateOverrides: accounts, blockOverrides: ofBlock, txIndex } = members
    return {
      tracer: readTracerChoice(value),
      accounts: isGiven(accounts) ? stateOverrides.decode(accounts, isDevelopment) : [],
      ofBlock,
      transactionIndex: isGiven(txIndex) ? indexOf(txIndex) : undefined,
    }
  },
}

function indexOf(value: unknown): number {
  const index = namedMember('txIndex', () => quantity.decode(value))
  if (index <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(index)
  throw new TraceError('bad-options', 'txIndex is more than 53 bits')
}

/** Refuses overrides of the block where they are not supported, instead of ignoring them. */
function blockValues(ofBlock: unknown, { development }: RpcSettings): BlockOverrides | undefined {
  if (!isGiven(ofBlock)) return undefined
  if (development !== undefined) return blockOverrides.decode(ofBlock)
  throw new TraceError('bad-options', 'blockOverrides are not supported: name a block')
}

const noOptions = { tracer: structLogs, accounts: [], ofBlock: undefined, transactionIndex: undefined }

export const debugTraceCall = defineRead({
  name: 'debug_traceCall',
  summary:
    'Executes a call without a transaction on the state after a block, or before its transaction txIndex, and traces it; blockOverrides on development chains only.',
  params: [
    required('call', strictCallObject),
    optional('block', callBlockReference, latestBlock),
    optional('options', callTraceOptions, noOptions),
  ],
  result: traceResult,
  cost: 50,
  upstream: 'trusted',
  isLong: true,
  light: 'executed',
  handler([call, reference, { tracer, accounts, ofBlock, transactionIndex }], context) {
    const { node, settings } = context
    const values = blockValues(ofBlock, settings)
    const { hash: block, pending } = expectTracedBlock(reference, node)
    const base = { block, accounts, values, transactionIndex }
    const simulated = simulatedCall(call, settings.callGasCap, context)
    return streamTrace({ kind: 'call', call: simulated, base, tracer }, context, pending)
  },
})
