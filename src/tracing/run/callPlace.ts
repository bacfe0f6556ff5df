import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { type ExecutionContext, executingBlock } from '../../execution/host/evmHost.ts'
import type { State } from '../../state/state.ts'
import { TraceError } from '../output/traceError.ts'
import type { TraceContext } from '../replay/traceContext.ts'
import type { CallPlaceChoice } from '../request/traceJob.ts'
import { applyOverrides, overriddenHeader, overridesPrecompile } from './overrides.ts'

/** Where the calls of a job run. */
export interface TracedCallPlace {
  /** Belongs to the job, which may change it. */
  readonly state: State
  readonly execution: ExecutionContext
}

/** Opens the state that the calls see, with the caller's overrides. */
export function openCallPlace(
  block: StoredBlock,
  { transactionIndex, accounts = [], values }: CallPlaceChoice,
  context: TraceContext,
): TracedCallPlace {
  const { chain } = context
  const state =
    transactionIndex === undefined
      ? stateAfter(block, context)
      : stateBefore(block, transactionIndex, context)
  const execution = {
    network: chain.network,
    chain,
    block: executingBlock(overriddenHeader(block.header, values)),
  }
  if (overridesPrecompile(accounts, state, execution)) {
    throw new TraceError('bad-options', 'Precompiled contracts can not be overridden')
  }
  applyOverrides(state, accounts)
  return { state, execution }
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
  const { state, gasUsed } = chain.reexecution.stateBefore(block, index, { interrupt: shouldStop })
  onExecuted?.(gasUsed)
  return state
}
