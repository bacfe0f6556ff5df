import { toHex } from '../../primitives/hex.ts'
import { hasRemascForm } from '../../protocol/transactions/remasc.ts'
import { TraceError } from '../output/traceError.ts'
import { JsonArray } from '../output/traceOutput.ts'
import { expectBlock, expectTransaction, type TraceWriter } from '../replay/traceContext.ts'
import { parityTraces } from './parityTraces.ts'
import { type CallsReader, readBlockCalls, readTransactionCalls } from './readCalls.ts'
import { traceText } from './traceText.ts'

export const traceTransaction: TraceWriter<'parity-transaction'> = ({ hash }, context, output) => {
  const { block, index } = expectTransaction(context.chain, hash)
  const list = new JsonArray(output)
  readTransactionCalls(block, index, context, writingInto(list))
  list.end()
}

export const traceBlock: TraceWriter<'parity-block'> = ({ hash, skipsRemasc = false }, context, output) => {
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

export const getTrace: TraceWriter<'parity-get'> = ({ hash, traceAddress }, context, output) => {
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
