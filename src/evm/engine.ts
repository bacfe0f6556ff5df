import type { Address } from '../primitives/bytes.ts'
import { CALL_STIPEND } from './gas.ts'
import type { HaltCause } from './halt.ts'
import type { Code } from './host.ts'
import type { Log } from './log.ts'
import type { EvmRules } from './rules.ts'

/*
 * The seam between the machine and its engines. An engine runs the instructions of one frame. The machine
 * (machine/) does everything between frames for both engines: calls, creations, precompiles,
 * self-destruction, value, snapshots and results. A frame runs until it ends or needs the machine, which
 * serves the request and resumes the frame. For speed, an engine may make some calls itself: see
 * `takeOpened`.
 */

export type CallKind = 'call' | 'callcode' | 'delegatecall' | 'staticcall'

/** The operands of CALL, CALLCODE, DELEGATECALL or STATICCALL. Valid until the frame resumes. */
export interface CallRequest {
  readonly kind: CallKind
  /** Requested gas, saturated at 2^53 - 1. */
  readonly gas: number
  /**
   * Whether the requested gas plus the stipend of 2300 exceeds 2^63 - 1: such a sum was negative before
   * RSKIP150.
   */
  readonly gasOverflows: boolean
  /** Low 20 bytes of the target word. */
  readonly target: Address
  /** Whether the upper 12 bytes of the target word are zero: only then can it be a precompile. */
  readonly targetIsClean: boolean
  readonly value: bigint
  /** Offsets and sizes are at most 2^30 + 1: no gas suffices for a region beyond 2^30. */
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

/** Why `run` returned. The first four end the frame; after `pause` it goes on. */
export type Exit = 'stop' | 'return' | 'revert' | 'halt' | 'pause' | 'call' | 'create' | 'selfdestruct'

export interface Frame {
  /** Gas left now. Exact after every exit except `halt`. */
  readonly gasLeft: number
  /** SSTORE refunds of this frame and of the callees merged into it. */
  refund: number

  /** Runs until the frame ends, needs the machine, or has used this much gas, together with callees that it opened. */
  run(gasBeforePause: number): Exit

  /** After `return` and `revert` only: the output, a view that is valid until another frame runs. */
  output(): Uint8Array
  /** After `halt`. */
  haltCause(): HaltCause
  /** After `call`. Pops the operands; the frame has not been charged. */
  callRequest(): CallRequest
  /** After `create`. Pops the operands; the frame has not been charged. */
  createRequest(): CreateRequest
  /** After `selfdestruct`: low 20 bytes of the beneficiary. The frame has not been charged. */
  beneficiary(): Address

  /** Takes gas; false when the gas does not suffice (the machine then halts the frame). */
  charge(gas: number): boolean
  /** Gives gas back. */
  refill(gas: number): void
  /** Cost of growing memory to hold the region, without growing it; Infinity beyond the memory limit. */
  memoryCost(offset: number, size: number): number
  /** Grows memory to hold the region, for which the machine has charged. */
  expand(offset: number, size: number): void
  /** A view of memory, valid until another frame runs or memory grows. */
  memory(offset: number, size: number): Uint8Array
  writeMemory(offset: number, bytes: Uint8Array): void
  /** Replaces the return-data buffer; copies. */
  setReturnData(bytes: Uint8Array): void
  /**
   * Takes the output of a callee that left with `return` or `revert`: all of it as return data, and as much
   * as fits into this region of memory.
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
  /** Init code runs once, so an engine does not cache its decoded form. */
  readonly isInitCode: boolean
  readonly address: Address
  readonly caller: Address
  readonly value: bigint
  readonly gas: number
  readonly isStatic: boolean
}

/** A callee that an engine opened itself, with what the machine needs when the callee ends. */
export interface OpenedFrame {
  readonly kind: CallKind
  readonly frame: Frame
  /** Their `gas` is the gas that the frame has left now. */
  readonly parameters: FrameParameters
  /** What `mark` would have returned before the frame opened. */
  readonly mark: number
  readonly outputOffset: number
  readonly outputSize: number
}

/** One execution (a transaction) in an engine. */
export interface EngineSession {
  /** Whether the engine makes calls itself: see `takeOpened`. */
  readonly makesCalls: boolean
  /** Gas of logs and writes beyond their work (`gas.ts`) so far, also of frames that failed. */
  readonly excessGas: number
  /** Bytes of code that this engine has scanned for jump destinations, in all its sessions. */
  readonly scannedBytes: number
  /** Opens a frame; the call data are copied. */
  open(parameters: FrameParameters, input: Uint8Array): Frame
  /**
   * Opens a frame whose call data are a region of its caller's memory, which does not change while the callee
   * is open.
   */
  openCallee(parameters: FrameParameters, caller: Frame, offset: number, size: number): Frame
  /**
   * An engine may make calls without value itself, with the effects that the machine would give them, to code
   * that the machine has opened before in this session. After `run` this returns the callees that are still
   * open, outermost first; the exit belongs to the last of them. The host has not changed since they opened.
   */
  takeOpened(): readonly OpenedFrame[]
  /** Discards what the engine knows about accounts: some may be gone or have other code. */
  forgetAccounts(): void
  /** Storage and logs the engine holds roll back together with the host. */
  mark(): number
  rollback(mark: number): void
  /** Appends a log written by a precompile. */
  appendLog(log: Log): void
  /** The logs of all frames that did not fail, in order of emission. */
  logs(): Log[]
  /**
   * Writes storage that the engine holds to the host. The machine calls this once, after the outermost frame
   * has closed, whether that succeeded or not: cells that failed frames wrote count for RSKIP144.
   */
  finish(): void
  /** Releases the engine. Always called last, also after an error of the host or an interrupt. */
  close(): void
}

/* The operands of calls and creations on the stack, for both engines. */

const maximumGas = 2n ** 63n - 1n
const stipend = BigInt(CALL_STIPEND)

/** Until RSKIP103 STATICCALL took a value and moved it, as CALL does. */
export const takesValue = (kind: CallKind, rules: EvmRules): boolean =>
  kind === 'call' || kind === 'callcode' || (kind === 'staticcall' && !rules.rskip103)

/** Words on the stack. */
export const callOperands = (kind: CallKind, rules: EvmRules): number => (takesValue(kind, rules) ? 7 : 6)

/** Words on the stack. */
export const createOperands = (kind: CreateRequest['kind']): number => (kind === 'create2' ? 4 : 3)

/** See `gasOverflows` of a call request. */
export const overflowsWithStipend = (gas: bigint): boolean => gas + stipend > maximumGas
