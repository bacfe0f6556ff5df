import { executingBlock } from '../../execution/host/executionContext.ts'
import { type SimulatedCall, simulateCall } from '../../execution/simulate.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { intrinsicGas } from '../../protocol/transactions/intrinsicGas.ts'
import { TraceError } from '../output/traceError.ts'
import type { TraceOutput } from '../output/traceOutput.ts'
import { bounded } from '../replay/blockReplay.ts'
import { expectBlock } from '../replay/expectBlock.ts'
import type { TraceContext } from '../replay/traceContext.ts'
import { transactionTrace } from '../replay/transactionTrace.ts'
import type { CallJob } from '../request/traceJob.ts'
import { applyOverrides } from './stateOverrides.ts'

/** Traces a call with the block's environment, on the state after the block. */
export function traceCall(
  { call, block: hash, overrides, tracer: choice }: CallJob,
  context: TraceContext,
  output: TraceOutput,
): void {
  const { chain, shouldStop, maximumLength, onExecuted } = context
  const block = expectBlock(context, hash)
  refuseWithoutGas(call, rulesAt(chain.network, block.number))
  const place = { blockHash: hash, blockNumber: block.number, transaction: undefined }
  const tracing = { gasLimit: call.gas, logsBefore: () => 0, place, output, maximumLength }
  const trace = transactionTrace(choice, tracing)
  bounded(block, () => {
    const state = chain.stateAt(hash)!
    applyOverrides(state, overrides)
    const { tracer, accesses } = trace.watch(state)
    state.tracker = accesses
    const execution = { network: chain.network, chain, block: executingBlock(block.header) }
    simulateCall(call, state, execution, {
      ...(tracer && { tracer }),
      interrupt: shouldStop,
      onEnd: ({ gasUsed, gasRefunded, status }) => {
        onExecuted?.(gasUsed + gasRefunded)
        trace.ended({ gasUsed, success: status === 'success' })
      },
    })
  })
}

/** A call that cannot pay its intrinsic gas has no trace. */
export function refuseWithoutGas(call: SimulatedCall, rules: Rules): void {
  const needed = intrinsicGas(call, rules)
  if (call.gas >= needed) return
  throw new TraceError('bad-options', `the call has ${call.gas} gas, but ${needed} is needed to start`)
}
