import { TraceError } from '../../../tracing/output/traceError.ts'
import type { ReplayParts } from '../../../tracing/request/traceJob.ts'
import * as schema from '../../json/schema.ts'
import type { Codec } from '../../params/parameter.ts'
import { traceSchema } from './traceSchema.ts'

const names = ['trace', 'stateDiff', 'vmTrace']
const known: ReadonlySet<unknown> = new Set(names)
const expected = 'the types of a trace are an array of "trace", "stateDiff" and "vmTrace"'

const refuse = (problem: string): never => {
  throw new TraceError('bad-options', problem)
}

/** The parts of a replay: a list of `trace`, `stateDiff` and `vmTrace`. */
export const replayParts: Codec<ReplayParts> = {
  schema: schema.arrayOf({ type: 'string', enum: names }),
  decode(value) {
    if (!Array.isArray(value)) return refuse(expected)
    const list: readonly unknown[] = value
    if (!list.every((name) => known.has(name))) return refuse(expected)
    return {
      trace: list.includes('trace'),
      stateDiff: list.includes('stateDiff'),
      vmTrace: list.includes('vmTrace'),
    }
  },
}

const replayMembers = {
  output: schema.data,
  stateDiff: schema.nullable(schema.mapOf(schema.objectWith({}))),
  trace: schema.arrayOf({ ...traceSchema, required: ['action', 'type', 'subtraces', 'traceAddress'] }),
  vmTrace: schema.nullable(schema.objectWith({})),
}

/** An execution in the form of OpenEthereum's replays. */
export const replaySchema = schema.objectOf(replayMembers)

/** The same of a transaction. */
export const transactionReplaySchema = schema.objectOf({ ...replayMembers, transactionHash: schema.hash })
