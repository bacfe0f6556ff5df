import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { FoundTransaction } from '../../chain/storage/transactionPlace.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { State } from '../../state/state.ts'
import { TraceError } from '../output/traceError.ts'
import type { TraceOutput } from '../output/traceOutput.ts'
import type { PagePlaces } from '../request/pagePlaces.ts'
import type { TraceJob, TraceKind } from '../request/traceJob.ts'

/** The chain that a trace reads, and the limits on the trace. */
export interface TraceContext {
  readonly chain: Chain
  /** A block that is not stored; jobs refer to it by its hash. */
  readonly pending?: StoredBlock
  /** A copy of the state after it, which the caller may change. */
  readonly pendingState?: () => State
  /** Whether the trace has to stop; called often, so it must be cheap. */
  readonly shouldStop: () => boolean
  /** Limit on the characters of an answer, and roughly on the bytes kept in memory for it. */
  readonly maximumLength: number
  /** Limit on the blocks that one filter executes. */
  readonly maximumBlocks: number
  /** Limit on the gas of those blocks; the block that exceeds it is executed to its end. */
  readonly maximumGas: number
  /** Where pages of filters have ended; undefined if each begins with the first block. */
  readonly places?: PagePlaces
  /** Receives the gas of each executed transaction or call that measures its work. */
  readonly onExecuted?: (gas: number) => void
  /** Receives the number of steps and calls that are written. */
  readonly onWritten?: (parts: number) => void
}

/** Makes the trace of one kind of job and writes it. */
export type TraceWriter<Kind extends TraceKind> = (
  job: TraceJob<Kind>,
  context: TraceContext,
  output: TraceOutput,
) => void

export function expectBlock({ chain, pending }: TraceContext, hash: Hash): StoredBlock {
  if (pending !== undefined && equalBytes(pending.hash, hash)) return pending
  const block = chain.block(hash)
  if (block === undefined) throw new TraceError('unknown-block', `block ${toHex(hash)} does not exist`)
  return block
}

export function expectTransaction(chain: Chain, hash: Hash): FoundTransaction {
  const found = chain.transaction(hash)
  if (found === undefined) {
    throw new TraceError('unknown-transaction', `transaction ${toHex(hash)} is in no block of the chain`)
  }
  return found
}
