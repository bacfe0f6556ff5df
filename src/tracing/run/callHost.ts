import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { EvmHost } from '../../execution/host/evmHost.ts'
import type { State } from '../../state/state.ts'
import { TraceError } from '../output/traceError.ts'
import type { TraceContext } from '../replay/traceContext.ts'
import type { CallBaseChoice } from '../request/traceJob.ts'
import { applyOverrides, overriddenHeader, overridesPrecompile } from './overrides.ts'

/** The host of the calls of a job, with the caller's overrides. Its state belongs to the job, which may change it. */
export function openCallHost(
  block: StoredBlock,
  { transactionIndex, accounts = [], values }: CallBaseChoice,
  context: TraceContext,
): EvmHost {
  const { chain } = context
  const state =
    transactionIndex === undefined
      ? stateAfter(block, context)
      : stateBefore(block, transactionIndex, context)
  const host = new EvmHost(state, {
    network: chain.network,
    chain,
    header: overriddenHeader(block.header, values),
  })
  if (overridesPrecompile(accounts, host)) {
    throw new TraceError('bad-options', 'Precompiled contracts can not be overridden')
  }
  applyOverrides(state, accounts)
  return host
}

const stateAfter = (block: StoredBlock, { chain, pending, pendingState }: TraceContext): State =>
  block === pending && pendingState !== undefined ? pendingState() : chain.stateAt(block.hash)!

function stateBefore(
  block: StoredBlock,
  index: number,
  { chain, shouldStop, onExecuted }: TraceContext,
): State {
  const { length } = block.transactions
  if (index >= length || block.number === 0) {
    throw new TraceError(
      'bad-options',
      `txIndex ${index} is not in the block, which has ${length} transactions`,
    )
  }
  const { state, workGas } = chain.reexecution.stateBefore(block, index, { interrupt: shouldStop })
  onExecuted?.(workGas)
  return state
}
