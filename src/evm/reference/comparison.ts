import { flag, signed } from '../word.ts'
import { binary } from './binary.ts'
import type { Operation, Operations } from './instruction.ts'

const compare = (holds: (a: bigint, b: bigint) => boolean): Operation => binary((a, b) => flag(holds(a, b)))

export const comparison: Operations = {
  LT: compare((a, b) => a < b),
  GT: compare((a, b) => a > b),
  SLT: compare((a, b) => signed(a) < signed(b)),
  SGT: compare((a, b) => signed(a) > signed(b)),
  EQ: compare((a, b) => a === b),
  ISZERO: { execute: (frame) => frame.push(flag(frame.pop() === 0n)) },
}
