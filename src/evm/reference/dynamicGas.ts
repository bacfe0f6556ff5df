import { COPY_WORD_GAS } from '../gas.ts'
import { wordsFor } from '../memoryGas.ts'
import { memoryNumber } from '../word.ts'
import type { FrameState } from './frameState.ts'

/** Price of memory for the region whose offset is the top of the stack and whose size is the word below. */
export const regionGas = (frame: FrameState): number =>
  frame.memory.growthGas(memoryNumber(frame.peek(0)), memoryNumber(frame.peek(1)))

export const copyGas = (length: number): number => COPY_WORD_GAS * wordsFor(length)
