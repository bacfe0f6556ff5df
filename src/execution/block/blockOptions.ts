import type { Engine } from '../../evm/execute.ts'
import type { Tracer } from '../../evm/tracer.ts'
import type { ChainReader } from '../../native/nativeContext.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { AccessObserver } from '../../state/accessTracker.ts'
import type { CodeCache } from '../../state/codeCache.ts'
import type { LatestState } from '../../state/latestState.ts'
import type { EvmHost } from '../host/evmHost.ts'

export interface BlockContext {
  readonly network: Network
  readonly chain: ChainReader
  readonly codes: CodeCache
  /** For a caller that executes one block after another. */
  readonly latest?: LatestState | undefined
}

/** The observers of one transaction. */
export interface TransactionWatch {
  /** Sees every step, for which the transaction runs on the reference engine. */
  readonly tracer?: Tracer | undefined
  /** Receives every access to the state. */
  readonly accesses?: AccessObserver | undefined
}

export interface BlockOptions {
  /** Called before each transaction; one without a watch runs at full speed. */
  readonly watch?: (index: number, host: EvmHost) => TransactionWatch | undefined
  readonly engine?: Engine | undefined
  /** Polled at bounded intervals; when it returns true, the execution throws `ExecutionInterrupted`. */
  readonly interrupt?: (() => boolean) | undefined
}

export interface StepwiseOptions extends BlockOptions {
  /** Position of the last transaction wanted. Parallel lists other than its own are not executed. */
  readonly last: number
}
