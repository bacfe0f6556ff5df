import { EXP_BYTE_GAS } from '../gas.ts'
import { flag, signed, wrap } from '../word.ts'
import type { Operation, Operations } from './instruction.ts'

/** An instruction that replaces the two top words, the first of them being the top, by one word. */
const binary = (formula: (a: bigint, b: bigint) => bigint): Operation => ({
  execute: (frame) => {
    const a = frame.pop()
    const b = frame.pop()
    frame.push(formula(a, b))
  },
})

/** A binary instruction modulo 2^256. */
const wrapped = (formula: (a: bigint, b: bigint) => bigint): Operation =>
  binary((a, b) => wrap(formula(a, b)))

const modular = (formula: (a: bigint, b: bigint) => bigint): Operation => ({
  execute: (frame) => {
    const a = frame.pop()
    const b = frame.pop()
    const modulus = frame.pop()
    frame.push(modulus === 0n ? 0n : formula(a, b) % modulus)
  },
})

/** Significant bytes of an exponent. */
const byteLength = (value: bigint): number => (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2))

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = wrap(square * square)) {
    if (rest & 1n) result = wrap(result * square)
  }
  return result
}

/**
 * Repeats the top bit of byte `index`, counted from the low end; an index of 31 or more leaves the word
 * unchanged.
 */
const signExtend = (index: bigint, value: bigint): bigint =>
  index >= 31n ? value : BigInt.asIntN(8 * (Number(index) + 1), value)

const compare = (holds: (a: bigint, b: bigint) => boolean): Operation => binary((a, b) => flag(holds(a, b)))

/** Byte `index` of the word, counted from the high end. */
const byteAt = (index: bigint, word: bigint): bigint =>
  index >= 32n ? 0n : (word >> (8n * (31n - index))) & 0xffn

/** A shift by 255 or more leaves only the sign, so larger distances count as 255. */
const arithmeticRight = (distance: bigint, word: bigint): bigint =>
  wrap(signed(word) >> (distance > 255n ? 255n : distance))

export const arithmetic: Operations = {
  ADD: wrapped((a, b) => a + b),
  MUL: wrapped((a, b) => a * b),
  SUB: wrapped((a, b) => a - b),
  DIV: wrapped((a, b) => (b === 0n ? 0n : a / b)),
  SDIV: wrapped((a, b) => (b === 0n ? 0n : signed(a) / signed(b))),
  MOD: wrapped((a, b) => (b === 0n ? 0n : a % b)),
  SMOD: wrapped((a, b) => (b === 0n ? 0n : signed(a) % signed(b))),
  ADDMOD: modular((a, b) => a + b),
  MULMOD: modular((a, b) => a * b),
  EXP: { gas: (frame) => EXP_BYTE_GAS * byteLength(frame.peek(1)), ...wrapped(power) },
  SIGNEXTEND: wrapped(signExtend),

  LT: compare((a, b) => a < b),
  GT: compare((a, b) => a > b),
  SLT: compare((a, b) => signed(a) < signed(b)),
  SGT: compare((a, b) => signed(a) > signed(b)),
  EQ: compare((a, b) => a === b),
  ISZERO: { execute: (frame) => frame.push(flag(frame.pop() === 0n)) },

  AND: binary((a, b) => a & b),
  OR: binary((a, b) => a | b),
  XOR: binary((a, b) => a ^ b),
  NOT: { execute: (frame) => frame.push(wrap(~frame.pop())) },
  BYTE: binary(byteAt),
  SHL: binary((distance, word) => (distance > 255n ? 0n : wrap(word << distance))),
  SHR: binary((distance, word) => (distance > 255n ? 0n : word >> distance)),
  SAR: binary(arithmeticRight),
}
