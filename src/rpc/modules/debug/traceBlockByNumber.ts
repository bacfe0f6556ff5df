import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { headerIdentifier } from '../../params/blockReference.ts'
import { optional, required } from '../../params/parameter.ts'
import { traceFoundBlock } from '../trace/findTraced.ts'
import { structLogs, traceResult, tracerOptions } from './tracerOptions.ts'

export const debugTraceBlockByNumber = defineRead({
  name: 'debug_traceBlockByNumber',
  summary:
    'Executes the transactions of a block of the best chain, or of the pending one, and traces each; null for an unknown block.',
  params: [required('block', headerIdentifier), optional('options', tracerOptions, structLogs)],
  result: schema.nullable(schema.arrayOf(traceResult)),
  cost: 100,
  asks: blockOf('block'),
  upstream: 'trusted',
  access: 'everyone',
  isLong: true,
  handler: ([reference, tracer], context) =>
    traceFoundBlock(reference, context, (shown) => ({ kind: 'block', ...shown, tracer })),
})
