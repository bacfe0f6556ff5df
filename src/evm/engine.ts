import type { Address } from '../primitives/bytes.ts'
import type { HaltCause } from './halt.ts'
import type { Code } from './host.ts'
import type { Log } from './log.ts'

/*
 * The seam between the machine and its engines. An engine runs the instructions of one frame; everything
 * between frames (calls, creations, precompiles, self-destruction, value, snapshots, results) is decided once,
 * in machine/, for both engines. A frame runs until it ends or needs the machine, which answers and resumes it.
 * The one exception, because loops of calls would spend most of their time here: see `takeOpened`.
 */

export type CallKind = 'call' | 'callcode' | 'delegatecall' | 'staticcall'

/** What a CALL-family instruction asks for, taken from the stack. Valid until the frame is resumed. */
export interface CallRequest {
  readonly kind: CallKind
  /** Requested gas, saturated at 2^53 - 1. */
  readonly gas: number
  /** Whether the requested gas plus the stipend of 2300 exceeds 2^63 - 1: such a sum was negative before RSKIP150. */
  readonly gasOverflows: boolean
  /** Low 20 bytes of the target word. */
  readonly target: Address
  /** Whether the upper 12 bytes of the target word are zero: only then can it be a precompile. */
  readonly targetIsClean: boolean
  readonly value: bigint
  /** Offsets and sizes are at most 2^30 + 1 (anything larger is out of gas anyway). */
  readonly inputOffset: number
  readonly inputSize: number
  readonly outputOffset: number
  readonly outputSize: number
}

export interface CreateRequest {
  readonly kind: 'create' | 'create2'
  readonly value: bigint
  readonly offset: number
  readonly size: number
  /** Undefined for CREATE. */
  readonly salt: Uint8Array | undefined
}

/** Why `run` came back. The first four end the frame. */
export type Exit = 'stop' | 'return' | 'revert' | 'halt' | 'call' | 'create' | 'selfdestruct'

export interface Frame {
  /** Gas left now. Exact after every exit except `halt`. */
  readonly gasLeft: number
  /** SSTORE refunds of this frame and of the callees merged into it. */
  refund: number

  run(): Exit

  /** After `return` and `revert` only: the output, a view that is valid until another frame runs. */
  output(): Uint8Array
  /** After `halt`. */
  haltCause(): HaltCause
  /** After `call`; base and dynamic gas are not charged yet, the stack arguments are popped. */
  callRequest(): CallRequest
  /** After `create`; nothing is charged yet. */
  createRequest(): CreateRequest
  /** After `selfdestruct`: low 20 bytes of the beneficiary; nothing is charged yet. */
  beneficiary(): Address

  /** Takes gas; false when there is not enough (the machine then halts the frame). */
  charge(gas: number): boolean
  /** Gives gas back. */
  refill(gas: number): void
  /** Cost of growing memory to hold the region, without growing it; Infinity beyond the memory limit. */
  memoryCost(offset: number, size: number): number
  /** Grows memory to hold the region (already paid). */
  expand(offset: number, size: number): void
  /** A view of memory, valid until another frame runs or memory grows. */
  memory(offset: number, size: number): Uint8Array
  writeMemory(offset: number, bytes: Uint8Array): void
  /** Replaces the return-data buffer; copies. */
  setReturnData(bytes: Uint8Array): void
  /**
   * Takes the output of a callee that left with `return` or `revert`: all of it as return data, and as much as
   * fits into this region of memory.
   */
  takeOutput(callee: Frame, offset: number, size: number): void

  /** Pushes a call's or creation's result word before the next `run`. */
  pushNumber(value: 0 | 1): void
  pushAddress(address: Address): void

  /** Releases the frame. Frames are released in the opposite order of their opening. */
  close(): void
}

export interface FrameParameters {
  readonly depth: number
  readonly code: Code
  /** Init code runs once: its decoded form is not worth caching. */
  readonly isInitCode: boolean
  readonly address: Address
  readonly caller: Address
  readonly value: bigint
  readonly gas: number
  readonly isStatic: boolean
}

/** A callee that an engine opened by itself, with what the machine must know when it ends. */
export interface OpenedFrame {
  readonly kind: CallKind
  readonly frame: Frame
  /** Its gas is what it has left now. */
  readonly parameters: FrameParameters
  /** What `mark` would have answered before it opened. */
  readonly mark: number
  readonly outputOffset: number
  readonly outputSize: number
}

/** One execution (a transaction) in an engine. */
export interface EngineSession {
  /** Whether it makes calls by itself: see `takeOpened`. */
  readonly makesCalls: boolean
  /** A frame whose call data are bytes from outside. */
  open(parameters: FrameParameters, input: Uint8Array): Frame
  /** A frame whose call data are a region of its caller's memory, which stands still while the callee is open. */
  openCallee(parameters: FrameParameters, caller: Frame, offset: number, size: number): Frame
  /**
   * An engine may make calls without value by itself, as the machine would, to code it has seen the machine open.
   * When a frame's `run` came back, these are the callees that are still open, outermost first; the exit is about
   * the last of them. The host is as it was when they opened.
   */
  takeOpened(): readonly OpenedFrame[]
  /** Accounts may have vanished or have other code than the engine has seen. */
  forgetAccounts(): void
  /** Storage and logs the engine holds roll back together with the host. */
  mark(): number
  rollback(mark: number): void
  /** Appends a log written by a precompile. */
  appendLog(log: Log): void
  /** All logs of the surviving frames in order of emission. */
  logs(): Log[]
  /**
   * Writes storage the engine holds to the host; called once, after the outermost frame closed, whether it
   * succeeded or not (cells written by failed frames still count for RSKIP144).
   */
  finish(): void
  /** Releases the engine. Called last and always: also when the host threw or the execution was interrupted. */
  close(): void
}
