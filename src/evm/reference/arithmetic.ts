import { EXP_BYTE_GAS } from '../gas.ts'
import { signed, wrap } from '../word.ts'
import { binary } from './binary.ts'
import type { Operation, Operations } from './instruction.ts'

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
}
