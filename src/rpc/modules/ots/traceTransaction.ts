import * as schema from '../../json/schema.ts'
import { exploredTransaction } from './exploredTransaction.ts'

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
