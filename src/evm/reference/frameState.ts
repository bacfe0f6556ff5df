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
export interface ExecutionContext {
  readonly host: Host
  readonly rules: EvmRules
  readonly tracer: Tracer | undefined
  appendLog(log: Log): void
  /** Counts the gas of a log or a write beyond its work. */
  addExcess(gas: number): void
  /** Returns whether the cell was not written before in this execution, and notes that it is. */
  isFirstWrite(address: Address, key: Uint8Array): boolean
}

/** A frame as the instructions use it. */
export class FrameState {
  readonly #context: ExecutionContext
  readonly host: Host
  readonly rules: EvmRules
  readonly tracer: Tracer | undefined
  readonly parameters: FrameParameters
  readonly input: Uint8Array
  readonly program: Program

  /** Top last. */
  readonly stack: bigint[] = []
  readonly memory = new Memory()
  /** Position of the next instruction; during an instruction, the position behind its opcode byte. */
  position: number
  gasLeft: number
  refund = 0
  returnData: Uint8Array = emptyBytes

  /** The instruction that leaves the frame sets one of these. */
  output: Uint8Array = emptyBytes
  haltCause: HaltCause | undefined
  callRequest: CallRequest | undefined
  createRequest: CreateRequest | undefined
  beneficiary: Address | undefined

  constructor(parameters: FrameParameters, input: Uint8Array, context: ExecutionContext) {
    this.#context = context
    this.host = context.host
    this.rules = context.rules
    this.tracer = context.tracer
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

  /** Returns undefined, as an instruction does that does not leave the frame. */
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
    this.#context.appendLog(log)
  }

  addExcess(gas: number): void {
    this.#context.addExcess(gas)
  }

  isFirstWrite(key: Uint8Array): boolean {
    return this.#context.isFirstWrite(this.parameters.address, key)
  }

  halt(cause: HaltCause): 'halt' {
    this.haltCause = cause
    return 'halt'
  }
}
