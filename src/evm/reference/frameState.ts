import { type Address, emptyBytes } from '../../primitives/bytes.ts'
import type { CallRequest, CreateRequest, FrameParameters } from '../engine.ts'
import type { HaltCause } from '../halt.ts'
import type { Host } from '../host.ts'
import type { Log } from '../log.ts'
import type { EvmRules } from '../rules.ts'
import type { Tracer } from '../tracer.ts'
import { Memory } from './memory.ts'
import { Program, programOf } from './program.ts'

/** What the frames of one execution have in common. */
export interface Surroundings {
  readonly host: Host
  readonly rules: EvmRules
  readonly tracer: Tracer | undefined
  appendLog(log: Log): void
}

/** A frame as the instructions see it. */
export class FrameState {
  readonly #surroundings: Surroundings
  readonly host: Host
  readonly rules: EvmRules
  readonly tracer: Tracer | undefined
  readonly parameters: FrameParameters
  readonly input: Uint8Array
  readonly program: Program

  /** Top last. */
  readonly stack: bigint[] = []
  readonly memory = new Memory()
  /** Position of the next instruction; while one executes, already behind its opcode byte. */
  position: number
  gasLeft: number
  refund = 0
  returnData: Uint8Array = emptyBytes

  /** Set by the instruction that leaves the frame, before it does. */
  output: Uint8Array = emptyBytes
  haltCause: HaltCause | undefined
  callRequest: CallRequest | undefined
  createRequest: CreateRequest | undefined
  beneficiary: Address | undefined

  constructor(parameters: FrameParameters, input: Uint8Array, surroundings: Surroundings) {
    this.#surroundings = surroundings
    this.host = surroundings.host
    this.rules = surroundings.rules
    this.tracer = surroundings.tracer
    this.parameters = parameters
    this.input = input
    const { bytes } = parameters.code
    this.program = parameters.isInitCode ? new Program(bytes) : programOf(bytes)
    this.position = this.program.start ?? bytes.length
    this.gasLeft = parameters.gas
  }

  pop(): bigint {
    return this.stack.pop()!
  }

  /** Undefined, like the result of an instruction that goes on to the next. */
  push(word: bigint): undefined {
    this.stack.push(word)
  }

  /** The item `depth` places below the top. */
  peek(depth: number): bigint {
    return this.stack[this.stack.length - 1 - depth]!
  }

  drop(count: number): void {
    this.stack.length -= count
  }

  memoryCost(offset: number, size: number): number {
    return this.memory.growthGas(offset, size)
  }

  appendLog(log: Log): void {
    this.#surroundings.appendLog(log)
  }

  halt(cause: HaltCause): 'halt' {
    this.haltCause = cause
    return 'halt'
  }
}
