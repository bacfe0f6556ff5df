import type { TraceJob } from '../../../tracing/request/traceJob.ts'
import * as schema from '../../json/schema.ts'
import { defineRead, type Method } from '../../method/method.ts'
import type { MethodFacts } from '../../method/methodFacts.ts'
import { transactionHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { traceFound } from '../trace/findTraced.ts'

interface Exploration extends Pick<MethodFacts, 'name' | 'summary' | 'result'> {
  readonly view: TraceJob<'explorer'>['view']
}

/** A method that executes a transaction again and shows one view of it. */
const exploredTransaction = ({ name, summary, result, view }: Exploration): Method =>
  defineRead({
    name,
    summary,
    params: [required('transactionHash', transactionHash)],
    result: schema.nullable(result),
    cost: 50,
    upstream: 'never',
    isLong: true,
    light: 'executed',
    handler: ([given], context) => traceFound(given, context, (hash) => ({ kind: 'explorer', hash, view })),
  })

export const otsGetInternalOperations = exploredTransaction({
  name: 'ots_getInternalOperations',
  summary:
    'The payments (0), self-destructions (1) and creations (2, 3) inside a transaction; null for an unknown transaction.',
  result: schema.arrayOf(
    schema.objectOf({
      type: { type: 'integer', enum: [0, 1, 2, 3] },
      from: schema.address,
      to: schema.address,
      value: schema.quantity,
    }),
  ),
  view: 'operations',
})

export const otsGetTransactionError = exploredTransaction({
  name: 'ots_getTransactionError',
  summary:
    'The data with which a transaction reverted; 0x for any other outcome, null for an unknown transaction.',
  result: schema.data,
  view: 'error',
})

export const otsTraceTransaction = exploredTransaction({
  name: 'ots_traceTransaction',
  summary: 'The calls of a transaction as a list with their depth; null for an unknown transaction.',
  result: schema.arrayOf(
    schema.objectOf({
      type: schema.text,
      depth: schema.number,
      from: schema.address,
      to: schema.address,
      value: schema.nullable(schema.quantity),
      input: schema.data,
      output: schema.data,
    }),
  ),
  view: 'calls',
})
