import type { StoredBlock } from '../chain/storage/storedBlock.ts'
import { toHex } from '../primitives/hex.ts'
import { replayBlock, replayTransaction } from './blockReplay.ts'
import { expectBlock, expectTransaction } from './expectBlock.ts'
import { JsonArray } from './jsonArray.ts'
import { filterTraces } from './parity/filterTraces.ts'
import { getTrace, traceBlock, traceTransaction } from './parity/runParity.ts'
import { traceCall } from './traceCall.ts'
import type { BlockJob, TraceJob, TransactionJob } from './traceJob.ts'
import { TraceOutput } from './traceOutput.ts'
import type { TracerChoice } from './tracerChoice.ts'
import type { TraceWorld } from './traceWorld.ts'
import { type TransactionTrace, transactionTrace } from './transactionTrace.ts'

/**
 * Makes a trace and writes the JSON text of it piece by piece. Throws `TraceError` when it cannot be given; what
 * was written before then is the beginning of nothing.
 */
export function runTrace(job: TraceJob, world: TraceWorld, write: (text: string) => void): void {
  const output = new TraceOutput(write, world.maximumLength)
  writeTrace(job, world, output)
  output.end()
}

function writeTrace(job: TraceJob, world: TraceWorld, output: TraceOutput): void {
  switch (job.kind) {
    case 'transaction':
      writeTransaction(job, world, output)
      break
    case 'block':
      writeBlock(job, world, output)
      break
    case 'call':
      traceCall(job, world, output)
      break
    case 'parity-transaction':
      traceTransaction(job, world, output)
      break
    case 'parity-block':
      traceBlock(job, world, output)
      break
    case 'parity-get':
      getTrace(job, world, output)
      break
    case 'parity-filter':
      filterTraces(job, world, output)
      break
  }
}

function writeTransaction({ hash, tracer }: TransactionJob, world: TraceWorld, output: TraceOutput): void {
  const { block, index } = expectTransaction(world.chain, hash)
  replayTransaction(block, index, world, traceAt(block, index, tracer, world, output))
}

/** The reference node puts struct logs in a plain list; other traces come with the hash of the transaction. */
function writeBlock({ hash, tracer }: BlockJob, world: TraceWorld, output: TraceOutput): void {
  const block = expectBlock(world, hash)
  const list = new JsonArray(output)
  if (block.number > 0) {
    replayBlock(block, world, (index) => {
      const trace = traceAt(block, index, tracer, world, output)
      list.begin()
      return tracer.name === 'structLogs' ? trace : named(trace, block, index, output)
    })
  }
  list.end()
}

function traceAt(
  block: StoredBlock,
  index: number,
  tracer: TracerChoice,
  { maximumLength }: TraceWorld,
  output: TraceOutput,
): TransactionTrace {
  const gasLimit = block.transactions[index]!.gasLimitValue
  const logsBefore = (): number =>
    block.receipts.slice(0, index).reduce((sum, { logs }) => sum + logs.length, 0)
  return transactionTrace(tracer, { gasLimit, logsBefore, output, maximumLength })
}

function named(
  trace: TransactionTrace,
  block: StoredBlock,
  index: number,
  output: TraceOutput,
): TransactionTrace {
  return {
    watch: (state) => trace.watch(state),
    ended(outcome): void {
      output.write(`{"txHash":"${toHex(block.transactions[index]!.hash)}","result":`)
      trace.ended(outcome)
      output.write('}')
    },
  }
}
