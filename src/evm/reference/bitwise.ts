import { signed, wrap } from '../word.ts'
import { binary } from './binary.ts'
import type { Operations } from './instruction.ts'

/** Byte `index` of the word, counted from the high end. */
const byteAt = (index: bigint, word: bigint): bigint =>
  index >= 32n ? 0n : (word >> (8n * (31n - index))) & 0xffn

/** A shift by 255 or more leaves only the sign, so larger distances count as 255. */
const arithmeticRight = (distance: bigint, word: bigint): bigint =>
  wrap(signed(word) >> (distance > 255n ? 255n : distance))

export const bitwise: Operations = {
  AND: binary((a, b) => a & b),
  OR: binary((a, b) => a | b),
  XOR: binary((a, b) => a ^ b),
  NOT: { execute: (frame) => frame.push(wrap(~frame.pop())) },
  BYTE: binary(byteAt),
  SHL: binary((distance, word) => (distance > 255n ? 0n : wrap(word << distance))),
  SHR: binary((distance, word) => (distance > 255n ? 0n : word >> distance)),
  SAR: binary(arithmeticRight),
}
