import { type Address, emptyBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { State } from '../../state/state.ts'
import { CallTree } from '../calls/callTree.ts'
import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import { TouchedState, unwatched } from '../prestate/touchedState.ts'
import { combinedWatch } from '../replay/combinedWatch.ts'
import type { TransactionTrace } from '../replay/transactionTrace.ts'
import type { ReplayParts } from '../request/traceJob.ts'
import { parityTraces } from './parityTraces.ts'
import { outermost } from './recordedCalls.ts'
import { stateDiffText } from './stateDiffText.ts'
import { traceText } from './traceText.ts'
import { VmTrace, writeVmTrace } from './vmTrace.ts'

export interface ReplayContext {
  readonly gasLimit: bigint
  /** Undefined for a call without a transaction. */
  readonly transactionHash: Uint8Array | undefined
  readonly output: TraceOutput
  readonly maximumLength: number
}

/** Watches an execution and writes its output, traces and changes in the form of OpenEthereum's replays. */
export function replayTrace(
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
