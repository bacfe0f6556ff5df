import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import { replayTrace } from '../parity/replayTrace.ts'
import { bounded, replayShown, replayTransaction } from '../replay/blockReplay.ts'
import { expectBlock, expectTransaction, type TraceContext } from '../replay/traceContext.ts'
import type { TraceJob } from '../request/traceJob.ts'
import { openCallPlace } from './callPlace.ts'
import { refuseWithoutGas, runTraced } from './traceCall.ts'

export function runReplay(
  { hash, parts }: TraceJob<'parity-replay'>,
  context: TraceContext,
  output: TraceOutput,
): void {
  const { block, index, transaction } = expectTransaction(context.chain, hash)
  const { maximumLength } = context
  const gasLimit = transaction.gasLimitValue
  const trace = replayTrace(parts, { gasLimit, transactionHash: transaction.hash, output, maximumLength })
  replayTransaction(block, index, context, trace)
}

export function runReplayBlock(
  job: TraceJob<'parity-replay-block'>,
  context: TraceContext,
  output: TraceOutput,
): void {
  const { maximumLength } = context
  replayShown(job, context, output, ({ transactions }, index) => {
    const { gasLimitValue: gasLimit, hash: transactionHash } = transactions[index]!
    return replayTrace(job.parts, { gasLimit, transactionHash, output, maximumLength })
  })
}

/** Each call runs on the state that the calls before it left. */
export function runCalls(
  { calls, place, isSingle }: TraceJob<'parity-calls'>,
  context: TraceContext,
  output: TraceOutput,
): void {
  const { maximumLength } = context
  const block = expectBlock(context, place.block)
  bounded(block, () => {
    const host = openCallPlace(block, place, context)
    for (const { call } of calls) refuseWithoutGas(call, host.rules)
    const list = isSingle ? undefined : new JsonArray(output)
    for (const { call, parts } of calls) {
      list?.begin()
      const gasLimit = BigInt(call.gas)
      const trace = replayTrace(parts, { gasLimit, transactionHash: undefined, output, maximumLength })
      runTraced(call, host, trace, context, { keepsChanges: true })
    }
    list?.end()
  })
}
