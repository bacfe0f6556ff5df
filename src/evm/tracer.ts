import type { Address } from '../primitives/bytes.ts'
import type { HaltCause } from './halt.ts'
import type { Log } from './log.ts'

/**
 * An instruction that is about to execute, or that cannot execute. Stack (top last) and memory are live
 * views: a tracer copies what it keeps. The implicit stop behind the last byte of code is not reported.
 */
export interface Step {
  readonly pc: number
  readonly opcode: number
  /** Gas left before the instruction. */
  readonly gas: number
  /**
   * Price of the instruction, the gas of a callee included. 0 for an instruction that cannot execute whatever
   * the gas, Infinity when no gas suffices.
   */
  readonly cost: number
  readonly depth: number
  readonly address: Address
  readonly stack: readonly bigint[]
  readonly memory: Uint8Array
  readonly refund: number
}

export interface FrameEntry {
  readonly kind: 'call' | 'callcode' | 'delegatecall' | 'staticcall' | 'create' | 'create2'
  readonly depth: number
  readonly caller: Address
  /** Account whose storage and balance the code works on. */
  readonly address: Address
  readonly codeAddress: Address
  /** The target is a precompiled contract: no instructions follow. */
  readonly isPrecompile: boolean
  /** Whether the code is not empty. */
  readonly hasCode: boolean
  readonly value: bigint
  readonly gas: number
  /** Call data, or init code of a creation. */
  readonly input: Uint8Array
}

export interface FrameExit {
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  readonly gasUsed: number
  /** Return or revert data; deployed code of a creation. */
  readonly output: Uint8Array
}

/**
 * Observes an execution, in the reference engine unless it watches calls only. Every hook is optional. `enter` and `exit` come in pairs for
 * the outermost frame and for every call or creation that is made, with code or without. Calls refused for
 * their depth or for lack of balance, and creations refused for their address, are not reported.
 */
export interface Tracer {
  /**
   * It has none of the hooks `step`, `storageRead`, `storageWrite` and `log`, so the fast engine may run the code: causes of
   * halts within code are then approximate, and after an attempt that the fast engine gave up, `enter` reports the
   * outermost frame again.
   */
  readonly watchesCallsOnly?: true
  step?(step: Step): void
  storageRead?(address: Address, key: bigint, value: bigint): void
  storageWrite?(address: Address, key: bigint, value: bigint): void
  enter?(entry: FrameEntry): void
  exit?(exit: FrameExit): void
  /** A log of the innermost open frame. It is discarded if this frame or one around it fails. */
  log?(log: Log): void
  /** The innermost open frame destroys its account; the balance goes to the beneficiary. */
  selfDestruct?(address: Address, beneficiary: Address, balance: bigint): void
  /** The native contract of the innermost open frame makes a payment. */
  transfer?(from: Address, to: Address, amount: bigint): void
}
