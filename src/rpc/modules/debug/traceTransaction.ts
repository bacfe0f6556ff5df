import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { bareHash } from '../../params/hash.ts'
import { optional, required } from '../../params/parameter.ts'
import { traceFound } from '../trace/findTraced.ts'
import { structLogs, traceResult, tracerOptions } from './tracerOptions.ts'

export const debugTraceTransaction = defineRead({
  name: 'debug_traceTransaction',
  summary:
    'Executes a transaction of the best chain again and returns every step, its calls or the state that it used; null for an unknown transaction.',
  params: [required('transactionHash', bareHash), optional('options', tracerOptions, structLogs)],
  result: schema.nullable(traceResult),
  cost: 50,
  upstream: 'trusted',
  isLong: true,
  light: 'executed',
  handler: ([bytes, tracer], context) =>
    traceFound(bytes, context, (hash) => ({ kind: 'transaction', hash, tracer })),
})
