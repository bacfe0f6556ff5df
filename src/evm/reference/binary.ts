import type { Operation } from './instruction.ts'

/** An instruction that replaces the two top words, the first of them being the top, by one word. */
export const binary = (formula: (a: bigint, b: bigint) => bigint): Operation => ({
  execute: (frame) => {
    const a = frame.pop()
    const b = frame.pop()
    frame.push(formula(a, b))
  },
})
