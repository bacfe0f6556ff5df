import type { Address } from '../../primitives/bytes.ts'
import type { Log } from '../log.ts'

/** How a precompile was reached. */
export interface PrecompileCall {
  readonly kind: 'call' | 'callcode' | 'delegatecall' | 'staticcall' | 'transaction'
  readonly caller: Address
  readonly value: bigint
  /** Depth of the calling frame, 0 for the top frame of a transaction and for the transaction itself. */
  readonly depth: number
  readonly isStatic: boolean
  /** Whether init code of a CREATE or CREATE2 is running in one of the calling frames. */
  readonly isWithinCreation?: boolean
  /** Appends to the log list of the calling frame; kept even when the precompile fails afterwards. */
  emit(log: Log): void
}

/** A contract without code: the machine runs this instead. */
export interface Precompile {
  readonly name: string
  /** Bytes of input it can use; callers cut longer input from RSKIP516 on. */
  readonly maximumInput: number
  gas(input: Uint8Array): number
  /** Returns the output or throws `PrecompileFailure`. */
  run(input: Uint8Array, call: PrecompileCall): Uint8Array
}

/** The input is not acceptable: the call fails, with the reason for people. */
export class PrecompileFailure extends Error {
  override readonly name = 'PrecompileFailure'
}
