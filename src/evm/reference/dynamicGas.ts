import { gasCost, wordsFor } from '../gas.ts'
import { memoryNumber } from '../word.ts'
import type { FrameState } from './frameState.ts'

/** Memory for the region whose offset is on top of the stack and whose size is below it. */
export const regionGas = (frame: FrameState): number =>
  frame.memory.growthGas(memoryNumber(frame.peek(0)), memoryNumber(frame.peek(1)))

export const copyGas = (length: number): number => gasCost.copyWord * wordsFor(length)
