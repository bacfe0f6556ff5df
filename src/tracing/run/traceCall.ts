import type { EvmHost } from '../../execution/host/evmHost.ts'
import { type SimulatedCall, simulateCall } from '../../execution/simulate.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import { intrinsicGas } from '../../protocol/transactions/intrinsicGas.ts'
import { TraceError } from '../output/traceError.ts'
import { bounded } from '../replay/blockReplay.ts'
import { expectBlock, type TraceContext, type TraceWriter } from '../replay/traceContext.ts'
import { type TransactionTrace, transactionTrace } from '../replay/transactionTrace.ts'
import { openCallHost } from './callHost.ts'

/** Traces a call with the values of a block. */
export const traceCall: TraceWriter<'call'> = ({ call, base, tracer: tracerChoice }, context, output) => {
  const { maximumLength } = context
  const block = expectBlock(context, base.block)
  bounded(block, () => {
    const host = openCallHost(block, base, context)
    refuseWithoutGas(call, host.rules)
    const place = { blockHash: block.hash, blockNumber: host.block.number, transaction: undefined }
    const tracing = { gasLimit: call.gas, logsBefore: () => 0, place, output, maximumLength }
    runTraced(call, host, transactionTrace(tracerChoice, tracing), context)
  })
}

/** Runs a call and completes its trace. */
export function runTraced(
  call: SimulatedCall,
  host: EvmHost,
  trace: TransactionTrace,
  { shouldStop, onExecuted }: TraceContext,
  { keepsChanges = false } = {},
): void {
  const { state } = host
  const { tracer, accesses } = trace.watch(state)
  state.tracker = accesses
  let hasEnded = false
  simulateCall(call, host, {
    ...(tracer && { tracer }),
    interrupt: shouldStop,
    keepsChanges,
    onEnd: ({ gasUsed, workGas, status }) => {
      onExecuted?.(workGas)
      trace.ended({ gasUsed, success: status === 'success' })
      hasEnded = true
    },
  })
  state.tracker = undefined
  // A precompiled contract failed in a way that makes a transaction fail as a whole.
  if (!hasEnded) throw new TraceError('bad-options', 'a precompiled contract cannot process the call')
}

/** A call that cannot pay its intrinsic gas has no trace. */
export function refuseWithoutGas(call: SimulatedCall, rules: Rules): void {
  const needed = intrinsicGas(call, rules)
  if (call.gas >= needed) return
  throw new TraceError('bad-options', `the call has ${call.gas} gas, but ${needed} is needed to start`)
}
