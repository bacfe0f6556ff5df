import type { Address } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'
import type { CallRequest, CreateRequest, Exit, Frame, FrameParameters } from '../engine.ts'
import { type HaltCause, UnprocessableMessage } from '../halt.ts'
import { STATICCALL } from '../opcodeBytes.ts'
import type { Step } from '../tracer.ts'
import { type ExecutionContext, FrameState } from './frameState.ts'
import type { Instruction, InstructionSets } from './instructionSet.ts'

/** What a frame uses of its session. */
export interface FrameOwner extends ExecutionContext {
  readonly instructions: InstructionSets
}

/** A traced frame also pauses after this many steps, because a tracer may take long for each. */
const stepsBeforePause = 4096

/** The frame of the reference engine: the interpreter loop over a FrameState. */
export class ReferenceFrame implements Frame {
  readonly #state: FrameState
  readonly #owner: FrameOwner

  constructor(parameters: FrameParameters, input: Uint8Array, owner: FrameOwner) {
    this.#state = new FrameState(parameters, input, owner)
    this.#owner = owner
  }

  run(gasBeforePause: number): Exit {
    const state = this.#state
    const owner = this.#owner
    const { tracer } = owner
    const code = state.program.bytes
    const instructions = state.parameters.isStatic
      ? owner.instructions.inStaticFrames
      : owner.instructions.elsewhere
    if (state.program.start === undefined) return state.halt('invalid-code-header')
    const pauseBelow = state.gasLeft - gasBeforePause
    for (let steps = 0; ; steps++) {
      if (steps === stepsBeforePause || state.gasLeft < pauseBelow) return 'pause'
      if (state.position >= code.length) return 'stop'
      const instruction = instructions[code[state.position]!]!
      const obstacle = obstacleTo(instruction, state.stack.length)
      if (obstacle !== undefined) {
        if (isUnprocessable(state, code[state.position]!)) throw new UnprocessableMessage(sixItems)
        tracer?.step?.(new LiveStep(state, 0))
        return state.halt(obstacle)
      }
      const { gas, dynamicGas, machineGas } = instruction
      const cost = dynamicGas === undefined ? gas : gas + dynamicGas(state)
      if (tracer?.step !== undefined) tracer.step(new LiveStep(state, machineGas?.(state) ?? cost))
      if (cost > state.gasLeft) return state.halt('out-of-gas')
      state.gasLeft -= cost
      state.position++
      const exit = instruction.execute(state)
      if (exit !== undefined) return exit
    }
  }

  get gasLeft(): number {
    return this.#state.gasLeft
  }

  get refund(): number {
    return this.#state.refund
  }

  set refund(refund: number) {
    this.#state.refund = refund
  }

  output(): Uint8Array {
    return this.#state.output
  }

  haltCause(): HaltCause {
    return present(this.#state.haltCause)
  }

  callRequest(): CallRequest {
    return present(this.#state.callRequest)
  }

  createRequest(): CreateRequest {
    return present(this.#state.createRequest)
  }

  beneficiary(): Address {
    return present(this.#state.beneficiary)
  }

  charge(gas: number): boolean {
    if (gas > this.#state.gasLeft) return false
    this.#state.gasLeft -= gas
    return true
  }

  refill(gas: number): void {
    this.#state.gasLeft += gas
  }

  memoryCost(offset: number, size: number): number {
    return this.#state.memoryCost(offset, size)
  }

  expand(offset: number, size: number): void {
    this.#state.memory.expand(offset, size)
  }

  memory(offset: number, size: number): Uint8Array {
    return this.#state.memory.region(offset, size)
  }

  writeMemory(offset: number, bytes: Uint8Array): void {
    this.#state.memory.write(offset, bytes)
  }

  setReturnData(bytes: Uint8Array): void {
    this.#state.returnData = bytes.slice()
  }

  takeOutput(callee: Frame, offset: number, size: number): void {
    const output = callee.output()
    this.setReturnData(output)
    this.writeMemory(offset, output.subarray(0, size))
  }

  pushNumber(value: 0 | 1): void {
    this.#state.push(BigInt(value))
  }

  pushAddress(address: Address): void {
    this.#state.push(toBigInt(address))
  }

  close(): void {
    // All memory is garbage-collected.
  }
}

const sixItems = 'STATICCALL with six stack items in the outermost frame'

/**
 * From RSKIP91 to RSKIP103 STATICCALL requires seven items and takes six; exactly six are an error of the
 * reference node.
 */
const isUnprocessable = ({ rules, stack, parameters }: FrameState, opcode: number): boolean =>
  opcode === STATICCALL && rules.rskip91 && !rules.rskip103 && stack.length === 6 && parameters.depth === 0

/** Why an instruction cannot start with a stack of this height, whatever the gas. */
function obstacleTo({ pops, maximumHeight, barrier }: Instruction, height: number): HaltCause | undefined {
  if (height < pops) return 'stack-underflow'
  if (height > maximumHeight) return 'stack-overflow'
  return barrier
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the frame left with another exit')
  return value
}

/** A step for tracers. Memory is a getter because most tracers do not read it. */
class LiveStep implements Step {
  readonly pc: number
  readonly opcode: number
  readonly gas: number
  readonly cost: number
  readonly depth: number
  readonly address: Address
  readonly stack: readonly bigint[]
  readonly refund: number
  readonly #state: FrameState

  constructor(state: FrameState, cost: number) {
    this.pc = state.position
    this.opcode = state.program.bytes[state.position]!
    this.gas = state.gasLeft
    this.cost = cost
    this.depth = state.parameters.depth
    this.address = state.parameters.address
    this.stack = state.stack
    this.refund = state.refund
    this.#state = state
  }

  get memory(): Uint8Array {
    return this.#state.memory.region()
  }
}
