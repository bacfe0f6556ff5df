import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { headerIdentifier } from '../../params/blockReference.ts'
import { required } from '../../params/parameter.ts'
import { traceFoundBlock } from './findTraced.ts'
import { replayParts, transactionReplaySchema } from './replayParts.ts'

export const traceReplayBlockTransactions = defineRead({
  name: 'trace_replayBlockTransactions',
  summary:
    'The same as trace_replayTransaction for every transaction of a block, including the REMASC transaction if blocks show it; null for an unknown block.',
  params: [required('block', headerIdentifier), required('types', replayParts)],
  result: schema.nullable(schema.arrayOf(transactionReplaySchema)),
  cost: 100,
  asks: blockOf('block'),
  upstream: 'never',
  access: 'everyone',
  isLong: true,
  handler: ([reference, parts], context) =>
    traceFoundBlock(reference, context, (shown) => ({ kind: 'parity-replay-block', ...shown, parts })),
})
