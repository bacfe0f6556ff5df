import type { SimulatedCall } from '../../execution/simulate.ts'
import type { Address, Hash } from '../../primitives/bytes.ts'
import type { TracerChoice } from './tracerChoice.ts'

/* The traces that callers can request, as plain data that can be sent to another thread. */

/** The transactions of whole blocks. */
interface ShownTransactions {
  /** Whether the REMASC transaction is left out, as in the blocks that clients of a development chain see. */
  readonly skipsRemasc?: boolean | undefined
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

/** The parts of a replay that a caller wants. */
export interface ReplayParts {
  readonly trace: boolean
  readonly stateDiff: boolean
  readonly vmTrace: boolean
}

/** What each kind of job says. Transactions are those of the canonical chain, blocks those of any branch. */
export interface TraceJobs {
  readonly transaction: { readonly hash: Hash; readonly tracer: TracerChoice }
  readonly block: ShownTransactions & { readonly hash: Hash; readonly tracer: TracerChoice }
  /** A call that is in no block, on the state after a block. */
  readonly call: {
    readonly call: SimulatedCall
    readonly base: CallBaseChoice
    readonly tracer: TracerChoice
  }
  readonly 'parity-transaction': { readonly hash: Hash }
  readonly 'parity-block': ShownTransactions & { readonly hash: Hash }
  /** The trace of a transaction at one address in the tree of its calls. */
  readonly 'parity-get': { readonly hash: Hash; readonly traceAddress: readonly number[] }
  /** Parity traces of a range of the canonical chain. */
  readonly 'parity-filter': ShownTransactions & { readonly filter: TraceFilter }
  /** A transaction, executed again. */
  readonly 'parity-replay': { readonly hash: Hash; readonly parts: ReplayParts }
  /** All transactions of a block, executed again. */
  readonly 'parity-replay-block': ShownTransactions & { readonly hash: Hash; readonly parts: ReplayParts }
  /** Calls that are in no block, one after the other on the state after a block. */
  readonly 'parity-calls': {
    readonly calls: readonly { readonly call: SimulatedCall; readonly parts: ReplayParts }[]
    readonly base: CallBaseChoice
    /** Whether the answer is that of the only call instead of a list. */
    readonly isSingle: boolean
  }
  /** A block explorer's view of a transaction: all calls, payments and creations inside, or the data of the failure. */
  readonly explorer: { readonly hash: Hash; readonly view: 'calls' | 'operations' | 'error' }
  /** The creation of a contract in a block. */
  readonly creator: { readonly block: Hash; readonly contract: Address }
  /** A page of the transactions in which an account takes part. */
  readonly 'account-page': {
    readonly account: Address
    readonly direction: 'before' | 'after'
    /** The page starts next to this block; if undefined, at the newest block for `before` and at the oldest for `after`. */
    readonly block: number | undefined
    /** The page ends with the block that reaches this number of transactions. */
    readonly size: number
  }
}

export type TraceKind = keyof TraceJobs

/** A job of one kind, or by default of any. */
export type TraceJob<Kind extends TraceKind = TraceKind> = {
  [Each in Kind]: { readonly kind: Each } & TraceJobs[Each]
}[Kind]

/**
 * Selects by sender and receiver: the sender must be in the first list, the receiver in the second. An empty list matches
 * every address. The answer has all traces of each selected transaction, and the selected traces of others.
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
