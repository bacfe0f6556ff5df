import {
  FRAME_ACCOUNT,
  FRAME_CALLEE,
  FRAME_CODE,
  FRAME_CODE_LENGTH,
  FRAME_GAS,
  FRAME_INPUT,
  FRAME_INPUT_LENGTH,
  FRAME_INSTRUCTION,
  FRAME_JUMP_MAP,
  FRAME_MARK,
  FRAME_MEMORY,
  FRAME_MEMORY_SIZE,
  FRAME_OPCODE,
  FRAME_OUTPUT,
  FRAME_OUTPUT_LENGTH,
  FRAME_PAUSE_BELOW,
  FRAME_REFUND,
  FRAME_RETURN_DATA,
  FRAME_RETURN_DATA_LENGTH,
  FRAME_SIZE,
  FRAME_STACK,
  FRAME_STACK_BASE,
  FRAME_STATIC,
  FRAME_WANTED,
  FRAME_WANTED_LENGTH,
  FRAMES,
} from '../layout.ts'
import type { Core } from './core.ts'
import type { DecodedCode } from './decodedCode.ts'

/** The context of one frame in linear memory; layout.ts has its fields. */
export class FrameContext {
  readonly address: number
  readonly #core: Core
  readonly #at: number

  constructor(core: Core, index: number) {
    this.address = FRAMES + index * FRAME_SIZE
    this.#core = core
    this.#at = this.address >>> 2
  }

  start(code: DecodedCode, stack: number, memory: number, gas: number): void {
    const { u32 } = this.#core
    const at = this.#at
    u32[at + FRAME_INSTRUCTION / 4] = code.entry
    u32[at + FRAME_CODE / 4] = code.code
    u32[at + FRAME_CODE_LENGTH / 4] = code.length
    u32[at + FRAME_JUMP_MAP / 4] = code.jumpMap
    u32[at + FRAME_STACK_BASE / 4] = stack
    u32[at + FRAME_STACK / 4] = stack
    u32[at + FRAME_MEMORY / 4] = memory
    u32[at + FRAME_MEMORY_SIZE / 4] = 0
    u32[at + FRAME_RETURN_DATA_LENGTH / 4] = 0
    u32[at + FRAME_CALLEE / 4] = 0
    this.#setWide(FRAME_GAS, gas)
    this.#setWide(FRAME_REFUND, 0)
  }

  setInput(address: number, length: number): void {
    this.#core.u32[this.#at + FRAME_INPUT / 4] = address
    this.#core.u32[this.#at + FRAME_INPUT_LENGTH / 4] = length
  }

  setAccount(number: number, isStatic: boolean): void {
    this.#core.u32[this.#at + FRAME_ACCOUNT / 4] = number
    this.#core.u32[this.#at + FRAME_STATIC / 4] = isStatic ? 1 : 0
  }

  setReturnData(address: number, length: number): void {
    this.#core.u32[this.#at + FRAME_RETURN_DATA / 4] = address
    this.#core.u32[this.#at + FRAME_RETURN_DATA_LENGTH / 4] = length
  }

  #wide(offset: number): number {
    const at = this.#at + offset / 4
    return this.#core.u32[at]! + this.#core.u32[at + 1]! * 2 ** 32
  }

  #setWide(offset: number, value: number): void {
    const at = this.#at + offset / 4
    this.#core.u32[at] = value
    this.#core.u32[at + 1] = value / 2 ** 32
  }

  get gas(): number {
    return this.#wide(FRAME_GAS)
  }

  set gas(gas: number) {
    this.#setWide(FRAME_GAS, gas)
  }

  get refund(): number {
    return this.#wide(FRAME_REFUND)
  }

  set refund(refund: number) {
    this.#setWide(FRAME_REFUND, refund)
  }

  set pauseBelow(gas: number) {
    this.#setWide(FRAME_PAUSE_BELOW, gas)
  }

  /** First free stack slot. */
  get stack(): number {
    return this.#core.u32[this.#at + FRAME_STACK / 4]!
  }

  set stack(address: number) {
    this.#core.u32[this.#at + FRAME_STACK / 4] = address
  }

  get memory(): number {
    return this.#core.u32[this.#at + FRAME_MEMORY / 4]!
  }

  get memorySize(): number {
    return this.#core.u32[this.#at + FRAME_MEMORY_SIZE / 4]!
  }

  get account(): number {
    return this.#core.u32[this.#at + FRAME_ACCOUNT / 4]!
  }

  get isStatic(): boolean {
    return this.#core.u32[this.#at + FRAME_STATIC / 4] === 1
  }

  /**
   * The place among CALLEES if the core opened the frame itself. With 0 the frame leaves the core when it
   * ends.
   */
  get callee(): number {
    return this.#core.u32[this.#at + FRAME_CALLEE / 4]!
  }

  set callee(callee: number) {
    this.#core.u32[this.#at + FRAME_CALLEE / 4] = callee
  }

  get mark(): number {
    return this.#core.u32[this.#at + FRAME_MARK / 4]!
  }

  get wanted(): number {
    return this.#core.u32[this.#at + FRAME_WANTED / 4]!
  }

  get wantedLength(): number {
    return this.#core.u32[this.#at + FRAME_WANTED_LENGTH / 4]!
  }

  get opcode(): number {
    return this.#core.u32[this.#at + FRAME_OPCODE / 4]!
  }

  get outputAddress(): number {
    return this.#core.u32[this.#at + FRAME_OUTPUT / 4]!
  }

  get outputLength(): number {
    return this.#core.u32[this.#at + FRAME_OUTPUT_LENGTH / 4]!
  }
}
