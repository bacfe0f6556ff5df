import type { SimulatedCall } from '../../execution/simulate.ts'
import type { Address, Hash } from '../../primitives/bytes.ts'
import type { TracerChoice } from './tracerChoice.ts'

/* What can be asked for, as plain data: a job can be sent to another thread. */

/** A transaction of the canonical chain. */
export interface TransactionJob {
  readonly kind: 'transaction'
  readonly hash: Hash
  readonly tracer: TracerChoice
}

/** All transactions of a block of any branch. */
export interface BlockJob {
  readonly kind: 'block'
  readonly hash: Hash
  readonly tracer: TracerChoice
}

/** A call that no block contains, on the state after a block. */
export interface CallJob {
  readonly kind: 'call'
  readonly call: SimulatedCall
  readonly block: Hash
  readonly overrides: readonly StateOverride[]
  readonly tracer: TracerChoice
}

/** The Parity traces of a transaction of the canonical chain. */
export interface ParityTransactionJob {
  readonly kind: 'parity-transaction'
  readonly hash: Hash
}

export interface ParityBlockJob {
  readonly kind: 'parity-block'
  readonly hash: Hash
}

/** The one trace of a transaction at this place in the tree of its calls. */
export interface ParityGetJob {
  readonly kind: 'parity-get'
  readonly hash: Hash
  readonly traceAddress: readonly number[]
}

/** Parity traces of a range of the canonical chain. */
export interface ParityFilterJob {
  readonly kind: 'parity-filter'
  readonly filter: TraceFilter
}

/** Jobs by kind. */
export interface TraceJobs {
  readonly transaction: TransactionJob
  readonly block: BlockJob
  readonly call: CallJob
  readonly 'parity-transaction': ParityTransactionJob
  readonly 'parity-block': ParityBlockJob
  readonly 'parity-get': ParityGetJob
  readonly 'parity-filter': ParityFilterJob
}

export type TraceKind = keyof TraceJobs

/** A job of one kind, or by default of any. */
export type TraceJob<Kind extends TraceKind = TraceKind> = {
  [Each in Kind]: { readonly kind: Each } & TraceJobs[Each]
}[Kind]

/**
 * A transaction is given with all its traces when one of them comes from an address of the first list and goes
 * to one of the second; an empty list stands for anybody.
 */
export interface TraceFilter {
  readonly fromBlock: number
  readonly toBlock: number
  readonly fromAddresses: readonly Address[]
  readonly toAddresses: readonly Address[]
  /** Traces to leave out at the beginning. */
  readonly after: number
  /** Traces to give at most. */
  readonly count: number
}

/** What an account is to be before the call. What is absent stays as it is. */
export interface StateOverride {
  readonly address: Address
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Uint8Array
  /** Replaces the whole storage. */
  readonly state?: readonly CellOverride[]
  readonly stateDiff?: readonly CellOverride[]
}

/** Both have 32 bytes. */
export interface CellOverride {
  readonly cell: Uint8Array
  readonly value: Uint8Array
}
