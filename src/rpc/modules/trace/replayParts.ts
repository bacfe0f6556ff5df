import { TraceError } from '../../../tracing/output/traceError.ts'
import type { ReplayParts } from '../../../tracing/request/traceJob.ts'
import * as schema from '../../json/schema.ts'
import type { Codec } from '../../params/parameter.ts'
import { traceSchema } from './traceSchema.ts'

const names: ReadonlySet<unknown> = new Set(['trace', 'stateDiff'])

const refuse = (problem: string): never => {
  throw new TraceError('bad-options', problem)
}

/** The parts of a replay: a list of `trace` and `stateDiff`. */
export const replayParts: Codec<ReplayParts> = {
  schema: schema.arrayOf({ type: 'string', enum: ['trace', 'stateDiff'] }),
  decode(value) {
    if (!Array.isArray(value)) return refuse('the types of a trace are an array of "trace" and "stateDiff"')
    const list: readonly unknown[] = value
    if (list.includes('vmTrace')) {
      return refuse('vmTrace is not supported: debug_traceCall and debug_traceTransaction show every step')
    }
    if (!list.every((name) => names.has(name)))
      return refuse('the types of a trace are "trace" and "stateDiff"')
    return { trace: list.includes('trace'), stateDiff: list.includes('stateDiff') }
  },
}

const replayMembers = {
  output: schema.data,
  stateDiff: schema.nullable(schema.mapOf(schema.objectWith({}))),
  trace: schema.arrayOf({ ...traceSchema, required: ['action', 'type', 'subtraces', 'traceAddress'] }),
  vmTrace: schema.nothing,
}

/** An execution in the form of OpenEthereum's replays. */
export const replaySchema = schema.objectOf(replayMembers)

/** The same of a transaction. */
export const transactionReplaySchema = schema.objectOf({ ...replayMembers, transactionHash: schema.hash })
