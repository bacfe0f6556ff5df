import type { Address } from '../primitives/bytes.ts'

/** A call or creation by a contract, as the transaction that the callee takes it for. */
export interface InternalTransaction {
  readonly kind: 'call' | 'create'
  /** The sender's nonce before the call. */
  readonly nonce: bigint
  readonly sender: Address
  /** The account whose context runs; undefined for a creation. */
  readonly receiver: Address | undefined
  readonly value: bigint
  /** The transaction's. */
  readonly gasPrice: bigint
  /** The block's. */
  readonly gasLimit: bigint
  /** The code that runs, and not the call data: empty for a precompiled contract. */
  readonly data: Uint8Array
  /** Depth of the sender's frame. */
  readonly depth: number
  /** How many its frame had made before, with those of the calls that have come back. */
  readonly index: number
}
