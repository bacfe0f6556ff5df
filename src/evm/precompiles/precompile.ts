import type { Address } from '../../primitives/bytes.ts'
import type { InternalTransaction } from '../internalTransaction.ts'
import type { Log } from '../log.ts'

/** How a precompile was reached. */
export interface PrecompileCall {
  readonly kind: 'call' | 'callcode' | 'delegatecall' | 'staticcall' | 'transaction'
  readonly caller: Address
  readonly value: bigint
  /** Depth of the calling frame, 0 for the top frame of a transaction and for the transaction itself. */
  readonly depth: number
  readonly isStatic: boolean
  /**
   * The calls and creations that lead from the transaction to this call, itself the last; absent for the
   * transaction itself. Only for contracts that take transactions, and to be asked for when nothing else will do:
   * the fast engine must leave the execution to the reference engine then.
   */
  internalTransactions?(): readonly InternalTransaction[]
  /** Appends to the log list of the calling frame; kept even when the precompile fails afterwards. */
  emit(log: Log): void
}

/** A contract without code: the machine runs this instead. */
export interface Precompile {
  readonly name: string
  /** Bytes of input it can use; callers cut longer input from RSKIP516 on. */
  readonly maximumInput: number
  /** Whether a call from a contract counts as an internal transaction. */
  readonly takesTransactions?: true
  /** What it asks of this kind of call, a transaction's when absent. */
  gas(input: Uint8Array, kind?: PrecompileCall['kind']): number
  /**
   * Told that an instruction of the CALL family names the contract, before depth, balance and gas of the call are checked.
   * `isWithinCreation`: init code of a CREATE or CREATE2 is running in one of the calling frames.
   */
  noteCall?(isWithinCreation: boolean): void
  /** Returns the output or throws `PrecompileFailure`. */
  run(input: Uint8Array, call: PrecompileCall): Uint8Array
}

/** The input is not acceptable: the call fails, with the reason for people. */
export class PrecompileFailure extends Error {
  override readonly name = 'PrecompileFailure'
}
