import * as schema from '../../json/schema.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { bareHash, expectHash } from '../../params/hash.ts'
import { optional, required } from '../../params/parameter.ts'
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
  handler([bytes, tracer], { node: { chain, traces }, settings, work }) {
    const hash = expectHash(bytes)
    if (!chain.hasBlock(hash)) return null
    const job = { kind: 'block', hash, tracer, skipsRemasc: settings.development?.skipsRemasc } as const
    return new StreamedJson(traces.trace(job, undefined, work))
  },
})
