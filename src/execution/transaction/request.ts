import type { HaltCause } from '../../evm/halt.ts'
import type { Log } from '../../evm/log.ts'
import type { Address } from '../../primitives/bytes.ts'

/** What a transaction or a simulated call asks for. */
export interface Request {
  /** One byte for the payment to the miners. */
  readonly sender: Uint8Array
  /** The sender's nonce, which decides the address of a created contract. */
  readonly nonce: bigint
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value: bigint
  readonly data: Uint8Array
  readonly gasLimit: number
  readonly intrinsicGas: number
}

/** What became of a request, before gas is refunded and paid for. */
export interface Outcome {
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  /** Intrinsic gas included. */
  readonly gasUsed: number
  /** Earned by clearing storage. */
  readonly refund: number
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  readonly destroyed: readonly Address[]
  readonly createdAddress: Address | undefined
  /**
   * A precompiled contract threw in a transaction sent directly to it. The receipt of such a transaction tells
   * of success and of the gas the contract asked for, but the sender pays for the whole gas limit.
   */
  readonly isForgivenFailure: boolean
}
