import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { State } from '../../state/state.ts'

/** The chain that a trace reads, and the limits on the trace. */
export interface TraceContext {
  readonly chain: Chain
  /** A block that is not mined yet, so it is in no store; jobs refer to it by its hash. */
  readonly pending?: StoredBlock
  /** A copy of the state after it, which the caller may change. */
  readonly pendingState?: () => State
  /** Whether the trace has to stop; called often, so it must be cheap. */
  readonly shouldStop: () => boolean
  /** Limit on the characters of an answer, and roughly on the bytes kept in memory for it. */
  readonly maximumLength: number
  /** Limit on the blocks that one filter executes. */
  readonly maximumBlocks: number
  /** Is told of the gas of each executed transaction or call. */
  readonly onExecuted?: (gas: number) => void
}
