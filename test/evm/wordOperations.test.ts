import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engines, evaluate, runProgram } from '../../src/evm/evmWorld.cases.ts'
import type { Engine } from '../../src/evm/execute.ts'
import { toBigInt } from '../../src/primitives/integers.ts'

const bits = 256n
const modulus = 2n ** bits
const unsigned = (value: bigint): bigint => ((value % modulus) + modulus) % modulus
const signed = (word: bigint): bigint => (word >= modulus / 2n ? word - modulus : word)
const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
const truth = (condition: boolean): bigint => (condition ? 1n : 0n)

/** a raised to b modulo 2^256, by the definition: from the highest bit of b down. */
const power = (a: bigint, b: bigint): bigint =>
  [...b.toString(2)].reduce((result, bit) => (result * result * (bit === '1' ? a : 1n)) % modulus, 1n)

function signExtend(index: bigint, word: bigint): bigint {
  if (index > 30n) return word
  const width = 8n * (index + 1n)
  const low = word % 2n ** width
  return low >= 2n ** (width - 1n) ? modulus - 2n ** width + low : low
}

/** Floor division by a power of two, which is what an arithmetic shift does. */
function shiftRight(distance: bigint, value: bigint): bigint {
  if (distance >= bits) return value < 0n ? -1n : 0n
  const divisor = 2n ** distance
  return (value - (((value % divisor) + divisor) % divisor)) / divisor
}

/** Operands in stack order, the top first. */
const formulas: Record<string, (...operands: bigint[]) => bigint> = {
  ADD: (a = 0n, b = 0n) => a + b,
  MUL: (a = 0n, b = 0n) => a * b,
  SUB: (a = 0n, b = 0n) => a - b,
  DIV: (a = 0n, b = 0n) => (b === 0n ? 0n : a / b),
  SDIV: (a = 0n, b = 0n) => (b === 0n ? 0n : signed(a) / signed(b)),
  MOD: (a = 0n, b = 0n) => (b === 0n ? 0n : a - b * (a / b)),
  SMOD: (a = 0n, b = 0n) => {
    if (b === 0n) return 0n
    const remainder = absolute(signed(a)) % absolute(signed(b))
    return signed(a) < 0n ? -remainder : remainder
  },
  ADDMOD: (a = 0n, b = 0n, n = 0n) => (n === 0n ? 0n : (a + b) % n),
  MULMOD: (a = 0n, b = 0n, n = 0n) => (n === 0n ? 0n : (a * b) % n),
  EXP: (a = 0n, b = 0n) => power(a, b),
  SIGNEXTEND: (index = 0n, word = 0n) => signExtend(index, word),
  LT: (a = 0n, b = 0n) => truth(a < b),
  GT: (a = 0n, b = 0n) => truth(a > b),
  SLT: (a = 0n, b = 0n) => truth(signed(a) < signed(b)),
  SGT: (a = 0n, b = 0n) => truth(signed(a) > signed(b)),
  EQ: (a = 0n, b = 0n) => truth(a === b),
  ISZERO: (a = 0n) => truth(a === 0n),
  AND: (a = 0n, b = 0n) => a & b,
  OR: (a = 0n, b = 0n) => a | b,
  XOR: (a = 0n, b = 0n) => a ^ b,
  NOT: (a = 0n) => modulus - 1n - a,
  BYTE: (index = 0n, word = 0n) => (index > 31n ? 0n : (word / 256n ** (31n - index)) % 256n),
  SHL: (distance = 0n, word = 0n) => (distance >= bits ? 0n : word * 2n ** distance),
  SHR: (distance = 0n, word = 0n) => (distance >= bits ? 0n : word / 2n ** distance),
  SAR: (distance = 0n, word = 0n) => shiftRight(distance, signed(word)),
}

const operandCount: Record<string, number> = { ISZERO: 1, NOT: 1, ADDMOD: 3, MULMOD: 3 }

const edges = [0n, 1n, 2n, 31n, 32n, 255n, 256n, 2n ** 63n, 2n ** 64n, 2n ** 128n, modulus / 2n]
const edgeWords = edges.flatMap((edge) => [edge - 1n, edge, edge + 1n].map(unsigned))

const word = fc.oneof(
  fc.constantFrom(...edgeWords, modulus - 1n, modulus - 2n),
  fc.bigInt({ min: 0n, max: modulus - 1n }),
  fc.bigInt({ min: 0n, max: 300n }),
  fc
    .tuple(fc.bigInt({ min: 0n, max: modulus - 1n }), fc.bigInt({ min: 0n, max: 255n }))
    .map(([value, n]) => value >> n),
)

/**
 * The results of an instruction for several lists of operands, in one program: starting a program takes more
 * time than running it.
 */
function evaluateAll(engine: Engine, name: string, operands: readonly bigint[][]): bigint[] {
  const operations = operands.map((values, i) => `${values.toReversed().join(' ')} ${name} ${32 * i} MSTORE`)
  const source = `${operations.join(' ')} ${32 * operands.length} 0 RETURN`
  const { output } = runProgram(engine, source)
  return operands.map((_, i) => toBigInt(output.subarray(32 * i, 32 * i + 32)))
}

describe.each(engines)('on the %s engine', (engine) => {
  it.each(Object.keys(formulas))('%s follows its formula', (name) => {
    const count = operandCount[name] ?? 2
    const operands = fc.array(word, { minLength: count, maxLength: count })
    fc.assert(
      fc.property(operands, (values) => {
        const program = `${values.toReversed().join(' ')} ${name}`
        expect(evaluate(engine, program)).toBe(unsigned(formulas[name]!(...values)))
      }),
      { numRuns: 100 },
    )
  })

  it.each(Object.keys(formulas))('%s follows its formula for every pair of edge values', (name) => {
    const third = 7n
    for (const a of edgeWords) {
      const operands = edgeWords.map((b) => [a, b, third].slice(0, operandCount[name] ?? 2))
      expect(evaluateAll(engine, name, operands)).toEqual(
        operands.map((values) => unsigned(formulas[name]!(...values))),
      )
    }
  })
})
