import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { toHex } from '../../primitives/hex.ts'
import { accountPage } from '../explorer/accountPage.ts'
import { exploreTransaction, findCreator } from '../explorer/exploreTransaction.ts'
import { TraceOutput } from '../output/traceOutput.ts'
import { filterTraces } from '../parity/filterTraces.ts'
import { getTrace, traceBlock, traceTransaction } from '../parity/runParity.ts'
import { replayShown, replayTransaction } from '../replay/blockReplay.ts'
import { expectTransaction, type TraceContext, type TraceWriter } from '../replay/traceContext.ts'
import { type TransactionTrace, transactionTrace } from '../replay/transactionTrace.ts'
import type { TraceJob, TraceKind } from '../request/traceJob.ts'
import type { TracerChoice } from '../request/tracerChoice.ts'
import { runCalls, runReplay, runReplayBlock } from './runReplays.ts'
import { traceCall } from './traceCall.ts'

/**
 * Makes a trace and writes its JSON text piece by piece. Throws `TraceError` if the trace cannot be completed; the
 * caller must then discard any pieces already written.
 */
export function runTrace<Kind extends TraceKind>(
  job: TraceJob<Kind>,
  context: TraceContext,
  write: (text: string) => void,
): void {
  const output = new TraceOutput(write, context.maximumLength, context.onWritten)
  writers[job.kind](job, context, output)
  output.end()
}

const writeTransaction: TraceWriter<'transaction'> = ({ hash, tracer }, context, output) => {
  const { block, index } = expectTransaction(context.chain, hash)
  replayTransaction(block, index, context, traceAt(block, index, tracer, context, output))
}

/**
 * As in the reference node, struct logs are items of the list, and other traces have the hash of their transaction.
 */
const writeBlock: TraceWriter<'block'> = (job, context, output) => {
  const { tracer } = job
  replayShown(job, context, output, (block, index) => {
    const trace = traceAt(block, index, tracer, context, output)
    return tracer.name === 'struct-logs' ? trace : withHash(trace, block, index, output)
  })
}

function traceAt(
  block: StoredBlock,
  index: number,
  tracer: TracerChoice,
  { maximumLength }: TraceContext,
  output: TraceOutput,
): TransactionTrace {
  const gasLimit = block.transactions[index]!.gasLimitValue
  const logsBefore = (): number =>
    block.receipts.slice(0, index).reduce((sum, { logs }) => sum + logs.length, 0)
  const { hash } = block.transactions[index]!
  const place = {
    blockHash: block.hash,
    blockNumber: block.number,
    transaction: { hash, position: index },
  }
  return transactionTrace(tracer, { gasLimit, logsBefore, place, output, maximumLength })
}

function withHash(
  trace: TransactionTrace,
  block: StoredBlock,
  index: number,
  output: TraceOutput,
): TransactionTrace {
  return {
    watch(state) {
      // Before the trace begins, because struct loggers write while the transaction runs.
      output.write(`{"txHash":"${toHex(block.transactions[index]!.hash)}","result":`)
      return trace.watch(state)
    },
    ended(outcome): void {
      trace.ended(outcome)
      output.write('}')
    },
  }
}

const writers: { readonly [Kind in TraceKind]: TraceWriter<Kind> } = {
  transaction: writeTransaction,
  block: writeBlock,
  call: traceCall,
  'parity-transaction': traceTransaction,
  'parity-block': traceBlock,
  'parity-get': getTrace,
  'parity-filter': filterTraces,
  'parity-replay': runReplay,
  'parity-replay-block': runReplayBlock,
  'parity-calls': runCalls,
  explorer: exploreTransaction,
  creator: findCreator,
  'account-page': accountPage,
}
