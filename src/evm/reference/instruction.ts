import type { Exit } from '../engine.ts'
import type { FrameState } from './frameState.ts'

/** Does the work of an instruction that is paid for; returns how it leaves the frame, if it does. */
export type Execute = (frame: FrameState) => Exit | undefined

/** Gas beyond the static part, from operands that are still on the stack; Infinity when no gas is enough. */
export type DynamicGas = (frame: FrameState) => number

export interface Operation {
  readonly gas?: DynamicGas
  /** What the machine will charge for it, for tracers: the gas of the callee is included. */
  readonly machineGas?: DynamicGas
  readonly execute: Execute
}

/** Instructions of one kind by opcode name. */
export type Operations = Readonly<Record<string, Operation>>
