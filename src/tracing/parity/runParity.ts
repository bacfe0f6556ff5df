import { toHex } from '../../primitives/hex.ts'
import { hasRemascForm } from '../../protocol/transactions/remasc.ts'
import { TraceError } from '../output/traceError.ts'
import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import { expectBlock, expectTransaction, type TraceContext } from '../replay/traceContext.ts'
import type { TraceJob } from '../request/traceJob.ts'
import { parityTraces } from './parityTraces.ts'
import { type CallsReader, readBlockCalls, readTransactionCalls } from './readCalls.ts'
import { traceText } from './traceText.ts'

export function traceTransaction(
  { hash }: TraceJob<'parity-transaction'>,
  context: TraceContext,
  output: TraceOutput,
): void {
  const { block, index } = expectTransaction(context.chain, hash)
  const list = new JsonArray(output)
  readTransactionCalls(block, index, context, writingInto(list))
  list.end()
}

export function traceBlock(
  { hash, skipsRemasc = false }: TraceJob<'parity-block'>,
  context: TraceContext,
  output: TraceOutput,
): void {
  const block = expectBlock(context, hash)
  const list = new JsonArray(output)
  readBlockCalls(
    block,
    context,
    writingInto(list),
    (transaction) => !skipsRemasc || !hasRemascForm(transaction),
  )
  list.end()
}

export function getTrace(
  { hash, traceAddress }: TraceJob<'parity-get'>,
  context: TraceContext,
  output: TraceOutput,
): void {
  const { block, index } = expectTransaction(context.chain, hash)
  let text: string | undefined
  readTransactionCalls(block, index, context, (root, place) => {
    for (const trace of parityTraces(root)) {
      if (isSame(trace.traceAddress, traceAddress)) text = traceText(trace, place)
    }
  })
  if (text === undefined) {
    const where = `[${traceAddress.join(', ')}]`
    throw new TraceError('unknown-trace', `transaction ${toHex(hash)} has no trace at ${where}`)
  }
  output.write(text)
}

const writingInto =
  (list: JsonArray): CallsReader =>
  (root, place) => {
    for (const trace of parityTraces(root)) list.add(traceText(trace, place))
  }

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((index, at) => index === other[at])
