import type { Address } from '../../primitives/bytes.ts'
import type { Step } from '../tracer.ts'
import type { FrameState } from './frameState.ts'

/** A step for tracers. Memory is a getter because most tracers do not read it. */
export class LiveStep implements Step {
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
