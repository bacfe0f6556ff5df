import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { headerIdentifier } from '../../params/blockReference.ts'
import { bareHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { traceFound, traceFoundBlock } from './findTraced.ts'
import { replayParts, transactionReplaySchema } from './replayParts.ts'

export const traceReplayTransaction = defineRead({
  name: 'trace_replayTransaction',
  summary:
    'Executes a transaction of the best chain again: its output, its calls (trace) and what it changed (stateDiff); null for an unknown transaction.',
  params: [required('transactionHash', bareHash), required('types', replayParts)],
  result: schema.nullable(transactionReplaySchema),
  cost: 50,
  upstream: 'never',
  isLong: true,
  light: 'executed',
  handler: ([bytes, parts], context) =>
    traceFound(bytes, context, (hash) => ({ kind: 'parity-replay', hash, parts })),
})

export const traceReplayBlockTransactions = defineRead({
  name: 'trace_replayBlockTransactions',
  summary:
    'The same as trace_replayTransaction for every transaction of a block, including the REMASC transaction if blocks show it; null for an unknown block.',
  params: [required('block', headerIdentifier), required('types', replayParts)],
  result: schema.nullable(schema.arrayOf(transactionReplaySchema)),
  cost: 100,
  upstream: 'never',
  isLong: true,
  light: 'executed',
  handler: ([reference, parts], context) =>
    traceFoundBlock(reference, context, (shown) => ({ kind: 'parity-replay-block', ...shown, parts })),
})
