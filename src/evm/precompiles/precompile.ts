import type { Address } from '../../primitives/bytes.ts'
import type { Log } from '../log.ts'

/** How a precompile is called. */
export interface PrecompileCall {
  readonly kind: 'call' | 'callcode' | 'delegatecall' | 'staticcall' | 'transaction'
  readonly caller: Address
  readonly value: bigint
  /** Depth of the calling frame, 0 for the top frame of a transaction and for the transaction itself. */
  readonly depth: number
  readonly isStatic: boolean
  /**
   * The calls and creations that lead from the transaction to this call, which is the last; absent for the
   * transaction itself. Only for contracts with `takesTransactions`. Expensive: the fast engine must leave
   * the execution to the reference engine.
   */
  internalTransactions?(): readonly InternalTransaction[]
  /** Appends to the logs of the calling frame. The log stays when the precompile fails afterwards. */
  emit(log: Log): void
}

/** A contract that the machine implements. */
export interface Precompile {
  readonly name: string
  /** Bytes of input that it uses; from RSKIP516 on the machine cuts longer input. */
  readonly maximumInput: number
  /** Whether a call from a contract counts as an internal transaction. */
  readonly takesTransactions?: true | undefined
  /**
   * The price for this kind of call, a transaction's when absent. A price above `availableGas` need not be exact: the
   * contract may stop as soon as it knows that the gas does not suffice.
   */
  gas(input: Uint8Array, kind?: PrecompileCall['kind'], availableGas?: number): number
  /**
   * Called when CALL, CALLCODE, DELEGATECALL or STATICCALL names the contract, before the machine checks
   * depth, balance and gas of the call. `isWithinCreation`: one of the calling frames runs the init code of a
   * CREATE or CREATE2.
   */
  noteCall?(isWithinCreation: boolean): void
  /** Returns the output or throws `PrecompileFailure`. */
  run(input: Uint8Array, call: PrecompileCall): Uint8Array
}

/**
 * Maximum time of a call, expressed as gas of other instructions. `bench bridge` measures up to 50 ns per gas of a contract
 * that everyone may call, five times that of other work at the same price, and 80 ns per byte of input.
 */
export const precompileWork = (input: Uint8Array, gas: number): number => 5 * gas + 8 * input.length

/**
 * The input is invalid, so the call fails; the message gives the reason. The error records no stack, which would take 10 µs:
 * a failed call may cost as little as 700 gas.
 */
export class PrecompileFailure extends Error {
  override readonly name = 'PrecompileFailure'

  constructor(message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
  }
}

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

/** The first `length` bytes of the input; zeros follow an input that is too short. */
export function fixedInput(input: Uint8Array, length: number): Uint8Array {
  if (input.length >= length) return input.subarray(0, length)
  const padded = new Uint8Array(length)
  padded.set(input)
  return padded
}

/** Number of 32-byte words of the input; a partial word counts as one. */
export const wordCount = (input: Uint8Array): number => Math.ceil(input.length / 32)

/** `maximumInput` of a precompile that uses all of its input. */
export const unlimitedInput = Number.POSITIVE_INFINITY
