import { toHex } from '../../../primitives/hex.ts'
import { traceNotFound } from '../../errors/errors.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { defineMethod } from '../../method/method.ts'
import { optional, required } from '../../params/parameter.ts'
import { bareHash } from '../rsk/hashes/bareHash.ts'
import { findTransaction } from '../trace/tracedTransaction.ts'
import { structLogs, traceResult, tracerOptions } from './tracerOptions.ts'

export const debugTraceTransaction = defineMethod({
  name: 'debug_traceTransaction',
  summary:
    'Runs a transaction of the best chain again and tells every step, its calls, or the state it used.',
  params: [required('transactionHash', bareHash), optional('options', tracerOptions, structLogs)],
  result: traceResult,
  cost: 50,
  isLong: true,
  handler([bytes, tracer], { node: { chain, traces } }) {
    const found = findTransaction(bytes, chain)
    if (found === undefined) {
      throw traceNotFound(`transaction ${toHex(bytes)} is in no block of the chain`)
    }
    return new StreamedJson(traces.trace({ kind: 'transaction', hash: found.transaction.hash, tracer }))
  },
})
