import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { bareHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { traceFound } from './findTraced.ts'
import { traceSchema } from './traceSchema.ts'

export const traceTransaction = defineRead({
  name: 'trace_transaction',
  summary: 'Every call and creation of a transaction of the best chain; null for an unknown transaction.',
  params: [required('transactionHash', bareHash)],
  result: schema.nullable(schema.arrayOf(traceSchema)),
  cost: 50,
  upstream: 'trusted',
  isLong: true,
  light: 'executed',
  handler: ([bytes], context) => traceFound(bytes, context, (hash) => ({ kind: 'parity-transaction', hash })),
})
