import type { Address } from '../primitives/bytes.ts'
import type { HaltCause } from './halt.ts'
import type { Code } from './host.ts'
import type { Log } from './log.ts'

/**
 * The request of a transaction or a simulated call to run code. The executor has moved the value, charged the
 * intrinsic gas and, for a creation, prepared the account.
 */
export interface Message {
  /** `create` runs `code` as init code and deposits its output as code of `address`. */
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
  /** A halt consumes all gas, a revert does not. The machine has rolled the host back after both. */
  readonly status: 'success' | 'revert' | 'halt'
  /** Undefined unless the status is `halt`. */
  readonly cause: HaltCause | undefined
  readonly gasLeft: number
  /**
   * SSTORE refunds of the frames that did not fail. The executor adds those of destroyed accounts and limits
   * the sum.
   */
  readonly refund: number
  /** Gas of logs, writes, calls and creations beyond their work (`gas.ts`), also of frames that failed. */
  readonly excessGas: number
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  /** Accounts to delete at the end of the transaction, each once, in order of destruction. */
  readonly destroyed: readonly Address[]
}
