import type { Exit } from '../engine.ts'
import type { FrameState } from './frameState.ts'

/**
 * Executes an instruction that the frame has paid for. Returns an exit if the instruction leaves the frame.
 */
export type Execute = (frame: FrameState) => Exit | undefined

/** Gas beyond the static part, from operands that are still on the stack; Infinity when no gas suffices. */
export type DynamicGas = (frame: FrameState) => number

export interface Operation {
  readonly gas?: DynamicGas
  /** What the machine will charge, the gas of the callee included; for tracers. */
  readonly machineGas?: DynamicGas
  readonly execute: Execute
}

/** Instructions of one kind by opcode name. */
export type Operations = Readonly<Record<string, Operation>>
