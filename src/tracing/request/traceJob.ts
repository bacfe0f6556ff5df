import type { SimulatedCall } from '../../execution/simulate.ts'
import type { Address, Hash } from '../../primitives/bytes.ts'
import type { TracerChoice } from './tracerChoice.ts'

/* The traces that callers can request, as plain data that can be sent to another thread. */

/** A transaction of the canonical chain. */
export interface TransactionJob {
  readonly kind: 'transaction'
  readonly hash: Hash
  readonly tracer: TracerChoice
}

/** The transactions of whole blocks. */
interface ShownTransactions {
  /** Whether the REMASC transaction is left out, as in the blocks that clients of a development chain see. */
  readonly skipsRemasc?: boolean | undefined
}

/** All transactions of a block of any branch. */
export interface BlockJob extends ShownTransactions {
  readonly kind: 'block'
  readonly hash: Hash
  readonly tracer: TracerChoice
}

/** A call that is in no block, on the state after a block. */
export interface CallJob {
  readonly kind: 'call'
  readonly call: SimulatedCall
  readonly base: CallBaseChoice
  readonly tracer: TracerChoice
}

/** What calls without a transaction run on. */
export interface CallBaseChoice {
  /** The calls see the values of this block, and the state after it. */
  readonly block: Hash
  /** Position of the transaction in the block before which the calls see the state instead. */
  readonly transactionIndex?: number | undefined
  readonly accounts?: readonly StateOverride[] | undefined
  readonly values?: BlockOverrides | undefined
}

/** The Parity traces of a transaction of the canonical chain. */
export interface ParityTransactionJob {
  readonly kind: 'parity-transaction'
  readonly hash: Hash
}

export interface ParityBlockJob extends ShownTransactions {
  readonly kind: 'parity-block'
  readonly hash: Hash
}

/** The trace of a transaction at one address in the tree of its calls. */
export interface ParityGetJob {
  readonly kind: 'parity-get'
  readonly hash: Hash
  readonly traceAddress: readonly number[]
}

/** The parts of a replay that a caller wants. */
export interface ReplayParts {
  readonly trace: boolean
  readonly stateDiff: boolean
  readonly vmTrace: boolean
}

/** A transaction of the canonical chain, executed again. */
export interface ParityReplayJob {
  readonly kind: 'parity-replay'
  readonly hash: Hash
  readonly parts: ReplayParts
}

/** All transactions of a block of any branch, executed again. */
export interface ParityReplayBlockJob extends ShownTransactions {
  readonly kind: 'parity-replay-block'
  readonly hash: Hash
  readonly parts: ReplayParts
}

/** Calls that are in no block, one after the other on the state after a block. */
export interface ParityCallsJob {
  readonly kind: 'parity-calls'
  readonly calls: readonly { readonly call: SimulatedCall; readonly parts: ReplayParts }[]
  readonly base: CallBaseChoice
  /** Whether the answer is that of the only call instead of a list. */
  readonly isSingle: boolean
}

/** Parity traces of a range of the canonical chain. */
export interface ParityFilterJob extends ShownTransactions {
  readonly kind: 'parity-filter'
  readonly filter: TraceFilter
}

/** A block explorer's view of a transaction of the canonical chain. */
export interface ExplorerJob {
  readonly kind: 'explorer'
  readonly hash: Hash
  /** All calls, payments and creations inside, or the data of the failure. */
  readonly view: 'calls' | 'operations' | 'error'
}

/** The creation of a contract in a block of any branch. */
export interface CreatorJob {
  readonly kind: 'creator'
  readonly block: Hash
  readonly contract: Address
}

/** A page of the transactions of the canonical chain in which an account takes part. */
export interface AccountPageJob {
  readonly kind: 'account-page'
  readonly account: Address
  readonly direction: 'before' | 'after'
  /** The page starts next to this block; if undefined, at the newest block for `before` and at the oldest for `after`. */
  readonly block: number | undefined
  /** The page ends with the block that reaches this number of transactions. */
  readonly size: number
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
  readonly 'parity-replay': ParityReplayJob
  readonly 'parity-replay-block': ParityReplayBlockJob
  readonly 'parity-calls': ParityCallsJob
  readonly explorer: ExplorerJob
  readonly creator: CreatorJob
  readonly 'account-page': AccountPageJob
}

export type TraceKind = keyof TraceJobs

/** A job of one kind, or by default of any. */
export type TraceJob<Kind extends TraceKind = TraceKind> = {
  [Each in Kind]: { readonly kind: Each } & TraceJobs[Each]
}[Kind]

/**
 * Selects transactions by sender and receiver: the sender must be in the first list, the receiver in the second. An
 * empty list matches every address. The answer has all traces of each selected transaction.
 */
export interface TraceFilter {
  readonly fromBlock: number
  readonly toBlock: number
  readonly fromAddresses: readonly Address[]
  readonly toAddresses: readonly Address[]
  /** Number of traces to skip. */
  readonly after: number
  /** Maximum number of traces in the answer. */
  readonly count: number
}

/** Values of the block in which a call runs; undefined ones stay as they are. */
export interface BlockOverrides {
  readonly number: number | undefined
  readonly timestamp: number | undefined
  readonly coinbase: Address | undefined
  readonly gasLimit: bigint | undefined
  readonly difficulty: bigint | undefined
}

/** Values that an account gets before the call. Missing values stay unchanged. */
export interface StateOverride {
  readonly address: Address
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Uint8Array
  /** Replaces the whole storage. */
  readonly state?: readonly CellOverride[]
  readonly stateDiff?: readonly CellOverride[]
}

/** A storage cell and its value, each of 32 bytes. */
export interface CellOverride {
  readonly cell: Uint8Array
  readonly value: Uint8Array
}
