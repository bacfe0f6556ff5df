import * as schema from '../../json/schema.ts'
import { transactionOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { bareHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { traceFound } from './findTraced.ts'
import { replayParts, transactionReplaySchema } from './replayParts.ts'

export const traceReplayTransaction = defineRead({
  name: 'trace_replayTransaction',
  summary:
    'Executes a transaction of the best chain again: its output, its calls (trace) and what it changed (stateDiff); null for an unknown transaction.',
  params: [required('transactionHash', bareHash), required('types', replayParts)],
  result: schema.nullable(transactionReplaySchema),
  cost: 50,
  asks: transactionOf('transactionHash'),
  upstream: 'never',
  access: 'everyone',
  isLong: true,
  handler: ([bytes, parts], context) =>
    traceFound(bytes, context, (hash) => ({ kind: 'parity-replay', hash, parts })),
})
