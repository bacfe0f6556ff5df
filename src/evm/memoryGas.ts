import { MEMORY_LIMIT, MEMORY_SQUARE_DIVISOR, MEMORY_WORD_GAS } from './gas.ts'

/** Stands for every memory offset or size above the limit, so that sums of two stay exact. */
export const beyondMemory = MEMORY_LIMIT + 1

export const wordsFor = (bytes: number): number => Math.ceil(bytes / 32)

/** Price of a memory of this many words. */
export const memoryGas = (words: number): number =>
  MEMORY_WORD_GAS * words + Math.floor((words * words) / MEMORY_SQUARE_DIVISOR)

/** Price of growing memory from `size` bytes so that it holds the region. An empty region needs no memory. */
export function memoryGrowthGas(size: number, offset: number, length: number): number {
  if (length === 0) return 0
  const end = offset + length
  if (end <= size) return 0
  if (end > MEMORY_LIMIT) return Number.POSITIVE_INFINITY
  return memoryGas(wordsFor(end)) - memoryGas(size / 32)
}
