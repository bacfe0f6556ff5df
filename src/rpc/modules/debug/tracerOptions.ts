import { readTracerChoice, type TracerChoice } from '../../../tracing/request/tracerChoice.ts'
import * as schema from '../../json/schema.ts'
import type { Codec } from '../../params/parameter.ts'

export const tracerMembers = {
  tracer: { type: 'string', enum: ['rskTracer', 'callTracer', 'prestateTracer'] },
  disableMemory: schema.boolean,
  disableStack: schema.boolean,
  disableStorage: schema.boolean,
  onlyTopCall: schema.boolean,
  withLog: schema.boolean,
  diffMode: schema.boolean,
  tracerConfig: schema.objectWith({}),
}

/** The tracer and its options; struct logs with all parts by default. */
export const tracerOptions: Codec<TracerChoice> = {
  schema: schema.objectWith(tracerMembers),
  decode: readTracerChoice,
}

export const structLogs: TracerChoice = readTracerChoice({})

/** Each tracer has its own format. */
export const traceResult = schema.objectWith({})
