import type { Address } from '../primitives/bytes.ts'

/** A call or creation by a contract, in the form of a transaction for the callee. */
export interface InternalTransaction {
  readonly kind: 'call' | 'create'
  /** The sender's nonce before the call. */
  readonly nonce: bigint
  readonly sender: Address
  /** The account whose storage and balance the code works on; undefined for a creation. */
  readonly receiver: Address | undefined
  readonly value: bigint
  /** Gas price of the transaction. */
  readonly gasPrice: bigint
  /** Gas limit of the block. */
  readonly gasLimit: bigint
  /** The code that runs, not the call data; empty for a precompiled contract. */
  readonly data: Uint8Array
  /** Depth of the sender's frame. */
  readonly depth: number
  /** Number of internal transactions that its frame made before it, those of finished callees included. */
  readonly index: number
}
