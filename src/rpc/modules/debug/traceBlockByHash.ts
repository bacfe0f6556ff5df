import * as schema from '../../json/schema.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { bareHash, expectHash } from '../../params/hash.ts'
import { optional, required } from '../../params/parameter.ts'
import { streamTrace } from '../trace/findTraced.ts'
import { structLogs, traceResult, tracerOptions } from './tracerOptions.ts'

export const debugTraceBlockByHash = defineRead({
  name: 'debug_traceBlockByHash',
  summary:
    'Executes the transactions of a block of any branch again and traces each; null for an unknown block.',
  params: [required('blockHash', bareHash), optional('options', tracerOptions, structLogs)],
  result: schema.nullable(schema.arrayOf(traceResult)),
  cost: 100,
  asks: blockHashOf('blockHash'),
  upstream: 'trusted',
  access: 'everyone',
  isLong: true,
  handler([bytes, tracer], context) {
    const hash = expectHash(bytes)
    if (!context.node.chain.hasBlock(hash)) return null
    const { skipsRemasc } = context.settings.development ?? {}
    return streamTrace({ kind: 'block', hash, tracer, skipsRemasc }, context)
  },
})
