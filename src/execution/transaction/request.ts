import type { HaltCause } from '../../evm/halt.ts'
import type { Log } from '../../evm/log.ts'
import { type Address, emptyBytes } from '../../primitives/bytes.ts'

/** The call or creation of a transaction or a simulated call. */
export interface Request {
  /** One byte in a REMASC transaction. */
  readonly sender: Uint8Array
  /** The sender's nonce, from which the address of a created contract is derived. */
  readonly nonce: bigint
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value: bigint
  readonly data: Uint8Array
  readonly gasLimit: number
  readonly intrinsicGas: number
}

/** The result of a request, before gas is refunded and paid for. */
export interface Outcome {
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  /** With intrinsic gas. */
  readonly gasUsed: number
  /** Gas earned by clearing storage. */
  readonly refund: number
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  readonly destroyed: readonly Address[]
  readonly createdAddress: Address | undefined
  /**
   * A precompiled contract threw in a transaction sent directly to it. The receipt of such a transaction shows
   * success and the gas that the contract required, but the sender pays for the whole gas limit.
   */
  readonly isForgivenFailure: boolean
}

const nothing: readonly never[] = []

/** An outcome without refunds or destroyed accounts. */
export const outcomeOf = (
  status: Outcome['status'],
  cause: HaltCause | undefined,
  gasUsed: number,
  output: Uint8Array = emptyBytes,
  logs: readonly Log[] = nothing,
  createdAddress?: Address,
  isForgivenFailure = false,
): Outcome => ({
  status,
  cause,
  gasUsed,
  refund: 0,
  output,
  logs,
  destroyed: nothing,
  createdAddress,
  isForgivenFailure,
})
