import type { Address } from '../primitives/bytes.ts'
import type { HaltCause } from './halt.ts'
import type { Code } from './host.ts'
import type { Log } from './log.ts'

/**
 * A transaction's (or a simulated call's) request to run code. The caller has already moved the value,
 * charged the intrinsic gas and, for a creation, prepared the account.
 */
export interface Message {
  /** `create` runs `code` as init code and deposits what it returns at `address`. */
  readonly kind: 'call' | 'create'
  readonly caller: Address
  /** The account whose storage and balance the code works on. */
  readonly address: Address
  readonly value: bigint
  readonly data: Uint8Array
  readonly code: Code
  readonly gas: number
  readonly isStatic: boolean
}

export interface ExecutionResult {
  /** A halt consumed all gas; a revert kept what was left. Both have been rolled back in the host. */
  readonly status: 'success' | 'revert' | 'halt'
  /** Set for a halt. */
  readonly cause: HaltCause | undefined
  readonly gasLeft: number
  /** SSTORE refunds of the surviving frames; the executor adds those for destroyed accounts and caps the sum. */
  readonly refund: number
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  /** Accounts to delete at the end of the transaction, each once, in order of destruction. */
  readonly destroyed: readonly Address[]
}
