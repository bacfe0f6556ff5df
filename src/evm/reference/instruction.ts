import type { Exit } from '../engine.ts'
import { COPY_WORD_GAS } from '../gas.ts'
import { wordsFor } from '../memoryGas.ts'
import { memoryNumber } from '../word.ts'
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

/** Price of memory for the region whose offset is the top of the stack and whose size is the word below. */
export const regionGas = (frame: FrameState): number =>
  frame.memory.growthGas(memoryNumber(frame.peek(0)), memoryNumber(frame.peek(1)))

export const copyGas = (length: number): number => COPY_WORD_GAS * wordsFor(length)
