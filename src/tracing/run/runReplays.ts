import { type Address, emptyBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { State } from '../../state/state.ts'
import { CallTree } from '../calls/callTree.ts'
import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import { parityTraces } from '../parity/parityTraces.ts'
import { outermost } from '../parity/recordedCalls.ts'
import { stateDiffText } from '../parity/stateDiffText.ts'
import { traceText } from '../parity/traceText.ts'
import { VmTrace, writeVmTrace } from '../parity/vmTrace.ts'
import { TouchedState, unwatched } from '../prestate/touchedState.ts'
import { bounded, replayShown, replayTransaction } from '../replay/blockReplay.ts'
import { combinedWatch } from '../replay/combinedWatch.ts'
import { expectBlock, expectTransaction, type TraceWriter } from '../replay/traceContext.ts'
import type { TransactionTrace } from '../replay/transactionTrace.ts'
import type { ReplayParts } from '../request/traceJob.ts'
import { openCallHost } from './callHost.ts'
import { refuseWithoutGas, runTraced } from './traceCall.ts'

export const runReplay: TraceWriter<'parity-replay'> = ({ hash, parts }, context, output) => {
  const { block, index, transaction } = expectTransaction(context.chain, hash)
  const { maximumLength } = context
  const gasLimit = transaction.gasLimitValue
  const trace = replayTrace(parts, { gasLimit, transactionHash: transaction.hash, output, maximumLength })
  replayTransaction(block, index, context, trace)
}

export const runReplayBlock: TraceWriter<'parity-replay-block'> = (job, context, output) => {
  const { maximumLength } = context
  replayShown(job, context, output, ({ transactions }, index) => {
    const { gasLimitValue: gasLimit, hash: transactionHash } = transactions[index]!
    return replayTrace(job.parts, { gasLimit, transactionHash, output, maximumLength })
  })
}

/** Each call runs on the state that the calls before it left. */
export const runCalls: TraceWriter<'parity-calls'> = ({ calls, base, isSingle }, context, output) => {
  const { maximumLength } = context
  const block = expectBlock(context, base.block)
  bounded(block, () => {
    const host = openCallHost(block, base, context)
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

interface ReplayContext {
  readonly gasLimit: bigint
  /** Undefined for a call without a transaction. */
  readonly transactionHash: Uint8Array | undefined
  readonly output: TraceOutput
  readonly maximumLength: number
}

/** Watches an execution and writes its output, traces and changes in the form of OpenEthereum's replays. */
function replayTrace(
  parts: ReplayParts,
  { gasLimit, transactionHash, output, maximumLength }: ReplayContext,
): TransactionTrace {
  const tree = new CallTree(maximumLength)
  let touched: TouchedState | undefined
  let steps: VmTrace | undefined
  return {
    watch(state) {
      if (parts.stateDiff) touched = new TouchedState(state)
      if (parts.vmTrace) steps = new VmTrace((address) => codeAt(state, address), maximumLength)
      return combinedWatch([
        { tracer: tree },
        ...(steps === undefined ? [] : [{ tracer: steps }]),
        ...(touched === undefined ? [] : [{ accesses: touched }]),
      ])
    },
    ended({ gasUsed, success }): void {
      const root = outermost(tree.root, gasLimit, gasUsed, success)
      output.write(`{"output":"${toHex(root.exit.output)}","stateDiff":${diffOf(touched)},"trace":`)
      const list = new JsonArray(output)
      for (const trace of parts.trace ? parityTraces(root) : []) list.add(traceText(trace, undefined))
      list.end()
      const hash = transactionHash === undefined ? '' : `,"transactionHash":"${toHex(transactionHash)}"`
      output.write(',"vmTrace":')
      writeVmTrace(steps?.root, output)
      output.write(`${hash}}`)
    },
  }
}

const codeAt = (state: State, address: Address): Uint8Array =>
  unwatched(state, () => state.code(address)?.bytes ?? emptyBytes)

function diffOf(touched: TouchedState | undefined): string {
  if (touched === undefined) return 'null'
  const { state } = touched
  return unwatched(state, () => stateDiffText(touched.accounts(), state))
}
