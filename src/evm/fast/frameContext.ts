import type { Address } from '../../primitives/bytes.ts'
import type { FrameParameters } from '../engine.ts'
import { FastEngineUnable } from '../halt.ts'
import type { Host } from '../host.ts'
import * as layout from '../layout.ts'
import { memoryGrowthGas, wordsFor } from '../memoryGas.ts'
import type { EvmRules } from '../rules.ts'
import type { Core } from './core.ts'
import type { DecodedCode } from './decodedCode.ts'
import { setBytes, setNumber } from './words.ts'

/** The session of a frame; host and rules are those of its present execution. */
export interface FrameSession {
  readonly core: Core
  readonly host: Host
  readonly rules: EvmRules
}

/** Addresses of a frame in linear memory. */
export interface ContextPlace {
  readonly code: DecodedCode
  readonly stack: number
  readonly memory: number
  /** Address of the call data. */
  readonly input: number
  readonly inputLength: number
}

/** What a frame has in linear memory: its context, whose fields are in layout.ts, its stack and its memory. */
export class FrameContext {
  readonly core: Core
  readonly #session: FrameSession
  parameters!: FrameParameters
  readonly contextAddress: number
  readonly #at: number

  constructor(session: FrameSession, depth: number) {
    this.core = session.core
    this.#session = session
    this.contextAddress = layout.FRAMES + depth * layout.FRAME_SIZE
    this.#at = this.contextAddress >>> 2
  }

  get host(): Host {
    return this.#session.host
  }

  get rules(): EvmRules {
    return this.#session.rules
  }

  startContext(
    { code, stack, memory, input, inputLength }: ContextPlace,
    gas: number,
    account: number,
    { isStatic, isInitCode }: Pick<FrameParameters, 'isStatic' | 'isInitCode'>,
  ): void {
    const { u32 } = this.core
    const at = this.#at
    u32[at + layout.FRAME_INSTRUCTION / 4] = code.entry
    u32[at + layout.FRAME_CODE / 4] = code.code
    u32[at + layout.FRAME_CODE_LENGTH / 4] = code.length
    u32[at + layout.FRAME_JUMP_MAP / 4] = code.jumpMap
    u32[at + layout.FRAME_STACK_BASE / 4] = stack
    u32[at + layout.FRAME_STACK / 4] = stack
    u32[at + layout.FRAME_MEMORY / 4] = memory
    u32[at + layout.FRAME_MEMORY_SIZE / 4] = 0
    u32[at + layout.FRAME_INPUT / 4] = input
    u32[at + layout.FRAME_INPUT_LENGTH / 4] = inputLength
    u32[at + layout.FRAME_RETURN_DATA_LENGTH / 4] = 0
    u32[at + layout.FRAME_CALLEE / 4] = 0
    u32[at + layout.FRAME_ACCOUNT / 4] = account
    u32[at + layout.FRAME_STATIC / 4] = isStatic ? 1 : 0
    u32[at + layout.FRAME_CREATES / 4] = isInitCode ? 1 : 0
    this.#setWide(layout.FRAME_GAS, gas)
    this.#setWide(layout.FRAME_REFUND, 0)
  }

  /**
   * All frames share one buffer: a frame that starts a callee loses its return data and gets the callee's
   * afterwards.
   */
  setReturnData(bytes: Uint8Array): void {
    this.holdReturnData(bytes.length)
    this.core.write(this.core.returnData, bytes)
  }

  /** Says how many bytes of the shared buffer are this frame's return data. */
  holdReturnData(length: number): void {
    const { returnData, returnDataSize } = this.core
    if (length > returnDataSize) throw new FastEngineUnable('the return data are too large')
    this.#write(layout.FRAME_RETURN_DATA, returnData)
    this.#write(layout.FRAME_RETURN_DATA_LENGTH, length)
  }

  get outputAddress(): number {
    return this.#read(layout.FRAME_OUTPUT)
  }

  get outputLength(): number {
    return this.#read(layout.FRAME_OUTPUT_LENGTH)
  }

  output(): Uint8Array {
    const { u32 } = this.core
    const at = this.#at
    return this.core.view(u32[at + layout.FRAME_OUTPUT / 4]!, u32[at + layout.FRAME_OUTPUT_LENGTH / 4]!)
  }

  #read(offset: number): number {
    return this.core.u32[this.#at + offset / 4]!
  }

  #write(offset: number, value: number): void {
    this.core.u32[this.#at + offset / 4] = value
  }

  #wide(offset: number): number {
    const at = this.#at + offset / 4
    return this.core.u32[at]! + this.core.u32[at + 1]! * 2 ** 32
  }

  #setWide(offset: number, value: number): void {
    const at = this.#at + offset / 4
    this.core.u32[at] = value
    this.core.u32[at + 1] = value / 2 ** 32
  }

  get gasLeft(): number {
    return this.#wide(layout.FRAME_GAS)
  }

  /** Takes gas; false when the gas does not suffice. */
  charge(gas: number): boolean {
    const left = this.gasLeft
    if (gas > left) return false
    this.#setWide(layout.FRAME_GAS, left - gas)
    return true
  }

  refill(gas: number): void {
    this.#setWide(layout.FRAME_GAS, this.gasLeft + gas)
  }

  get refund(): number {
    return this.#wide(layout.FRAME_REFUND)
  }

  set refund(refund: number) {
    this.#setWide(layout.FRAME_REFUND, refund)
  }

  set pauseBelow(gas: number) {
    this.#setWide(layout.FRAME_PAUSE_BELOW, gas)
  }

  /** First free stack slot. */
  get stack(): number {
    return this.#read(layout.FRAME_STACK)
  }

  set stack(address: number) {
    this.#write(layout.FRAME_STACK, address)
  }

  pushNumber(value: 0 | 1): void {
    setNumber(this.core, this.stack, value)
    this.stack += 32
  }

  pushAddress(address: Address): void {
    setBytes(this.core, this.stack, address)
    this.stack += 32
  }

  get #memorySize(): number {
    return this.#read(layout.FRAME_MEMORY_SIZE)
  }

  memoryAddress(offset: number): number {
    return this.#read(layout.FRAME_MEMORY) + offset
  }

  /** First address behind the frame's memory. */
  get end(): number {
    const { u32 } = this.core
    return u32[this.#at + layout.FRAME_MEMORY / 4]! + u32[this.#at + layout.FRAME_MEMORY_SIZE / 4]!
  }

  memoryCost(offset: number, size: number): number {
    return memoryGrowthGas(this.#memorySize, offset, size)
  }

  expand(offset: number, size: number): void {
    if (size === 0 || offset + size <= this.#memorySize) return
    try {
      this.core.exports.extendMemory(this.contextAddress, wordsFor(offset + size) * 32)
    } catch (error) {
      throw this.core.explain(error)
    }
  }

  memory(offset: number, size: number): Uint8Array {
    return this.core.view(this.memoryAddress(offset), size)
  }

  writeMemory(offset: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    if (offset + bytes.length > this.#memorySize)
      throw new RangeError('a write beyond the memory of the frame')
    this.core.write(this.memoryAddress(offset), bytes)
  }

  get contextAccount(): number {
    return this.#read(layout.FRAME_ACCOUNT)
  }

  get isContextStatic(): boolean {
    return this.#read(layout.FRAME_STATIC) === 1
  }

  /**
   * The place among CALLEES if the core opened the frame itself. With 0 the frame leaves the core when it
   * ends.
   */
  get directCallee(): number {
    return this.#read(layout.FRAME_CALLEE)
  }

  set directCallee(callee: number) {
    this.#write(layout.FRAME_CALLEE, callee)
  }

  get mark(): number {
    return this.#read(layout.FRAME_MARK)
  }

  get wanted(): number {
    return this.#read(layout.FRAME_WANTED)
  }

  get wantedLength(): number {
    return this.#read(layout.FRAME_WANTED_LENGTH)
  }

  get opcode(): number {
    return this.#read(layout.FRAME_OPCODE)
  }
}
