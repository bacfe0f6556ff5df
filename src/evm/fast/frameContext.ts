import * as layout from '../layout.ts'
import type { Core } from './core.ts'
import type { DecodedCode } from './decodedCode.ts'

/** The context of one frame in linear memory; layout.ts has its fields. */
export class FrameContext {
  readonly address: number
  readonly #core: Core
  readonly #at: number

  constructor(core: Core, index: number) {
    this.address = layout.FRAMES + index * layout.FRAME_SIZE
    this.#core = core
    this.#at = this.address >>> 2
  }

  start(code: DecodedCode, stack: number, memory: number, gas: number): void {
    const { u32 } = this.#core
    const at = this.#at
    u32[at + layout.FRAME_INSTRUCTION / 4] = code.entry
    u32[at + layout.FRAME_CODE / 4] = code.code
    u32[at + layout.FRAME_CODE_LENGTH / 4] = code.length
    u32[at + layout.FRAME_JUMP_MAP / 4] = code.jumpMap
    u32[at + layout.FRAME_STACK_BASE / 4] = stack
    u32[at + layout.FRAME_STACK / 4] = stack
    u32[at + layout.FRAME_MEMORY / 4] = memory
    u32[at + layout.FRAME_MEMORY_SIZE / 4] = 0
    u32[at + layout.FRAME_RETURN_DATA_LENGTH / 4] = 0
    u32[at + layout.FRAME_CALLEE / 4] = 0
    this.#setWide(layout.FRAME_GAS, gas)
    this.#setWide(layout.FRAME_REFUND, 0)
  }

  setInput(address: number, length: number): void {
    this.#write(layout.FRAME_INPUT, address)
    this.#write(layout.FRAME_INPUT_LENGTH, length)
  }

  setAccount(number: number, isStatic: boolean): void {
    this.#write(layout.FRAME_ACCOUNT, number)
    this.#write(layout.FRAME_STATIC, isStatic ? 1 : 0)
  }

  setReturnData(address: number, length: number): void {
    this.#write(layout.FRAME_RETURN_DATA, address)
    this.#write(layout.FRAME_RETURN_DATA_LENGTH, length)
  }

  #read(offset: number): number {
    return this.#core.u32[this.#at + offset / 4]!
  }

  #write(offset: number, value: number): void {
    this.#core.u32[this.#at + offset / 4] = value
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
    return this.#wide(layout.FRAME_GAS)
  }

  set gas(gas: number) {
    this.#setWide(layout.FRAME_GAS, gas)
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

  get memory(): number {
    return this.#read(layout.FRAME_MEMORY)
  }

  get memorySize(): number {
    return this.#read(layout.FRAME_MEMORY_SIZE)
  }

  get account(): number {
    return this.#read(layout.FRAME_ACCOUNT)
  }

  get isStatic(): boolean {
    return this.#read(layout.FRAME_STATIC) === 1
  }

  /**
   * The place among CALLEES if the core opened the frame itself. With 0 the frame leaves the core when it
   * ends.
   */
  get callee(): number {
    return this.#read(layout.FRAME_CALLEE)
  }

  set callee(callee: number) {
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

  get outputAddress(): number {
    return this.#read(layout.FRAME_OUTPUT)
  }

  get outputLength(): number {
    return this.#read(layout.FRAME_OUTPUT_LENGTH)
  }
}
