import { readTracerChoice, type TracerChoice, tracerNames } from '../../../tracing/request/tracerChoice.ts'
import * as schema from '../../json/schema.ts'
import type { Codec } from '../../params/parameter.ts'

export const tracerMembers = {
  tracer: { type: 'string', enum: tracerNames },
  disableMemory: schema.boolean,
  disableStack: schema.boolean,
  disableStorage: schema.boolean,
  onlyTopCall: schema.boolean,
  withLog: schema.boolean,
  diffMode: schema.boolean,
  enableMemory: schema.boolean,
  enableReturnData: schema.boolean,
  limit: schema.number,
  convertParityErrors: schema.boolean,
  includePrecompiles: schema.boolean,
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
