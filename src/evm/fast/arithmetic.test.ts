import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ARENA } from '../layout.ts'

/* Compares the 256-bit arithmetic of the core with BigInt, function by function. */

type WordFunctions = Record<string, (...addresses: number[]) => void>

const memory = new WebAssembly.Memory({ initial: ARENA / 65536 + 1, maximum: 32768 })
const unused = (): void => undefined
const core = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(new URL('../../../wasm/evm.wasm', import.meta.url))),
  { env: { memory }, host: { readStorage: unused, drainLogs: unused } },
).exports as WordFunctions
const limbs = new BigUint64Array(memory.buffer)

const modulus = 2n ** 256n
const wrap = (value: bigint): bigint => BigInt.asUintN(256, value)
const signed = (word: bigint): bigint => BigInt.asIntN(256, word)

const result = ARENA
const operandAddresses = [ARENA + 64, ARENA + 128, ARENA + 192]

function writeWord(address: number, value: bigint): number {
  for (let limb = 0; limb < 4; limb++) limbs[address / 8 + limb] = value >> BigInt(64 * limb)
  return address
}

const readWord = (address: number): bigint =>
  [3, 2, 1, 0].reduce((value, limb) => (value << 64n) | limbs[address / 8 + limb]!, 0n)

/** Calls a function of the core whose operands are all words. */
function compute(name: string, ...operands: readonly bigint[]): bigint {
  core[name]!(result, ...operands.map((operand, i) => writeWord(operandAddresses[i]!, operand)))
  return readWord(result)
}

/** Powers of two and their neighbours, of both signs: the limits of limbs and signs. */
const powers = fc
  .tuple(fc.integer({ min: 0, max: 256 }), fc.constantFrom(-1n, 0n, 1n), fc.boolean())
  .map(([exponent, step, isNegative]) => wrap((2n ** BigInt(exponent) + step) * (isNegative ? -1n : 1n)))
const limbLimits = [
  ...[0n, 1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 32n + 1n],
  ...[2n ** 63n - 1n, 2n ** 63n, 2n ** 63n + 1n, 2n ** 64n - 2n, 2n ** 64n - 1n],
]
/** Limbs of all zeros and all ones cause long carries and quotient digits that are one too large. */
const extremeLimbs = fc
  .array(fc.constantFrom(...limbLimits), { minLength: 4, maxLength: 4 })
  .map((parts) => parts.reduce((value, limb) => (value << 64n) | limb, 0n))
/** Words of every length. */
const anyLength = fc
  .tuple(fc.bigInt({ min: 0n, max: modulus - 1n }), fc.integer({ min: 0, max: 255 }))
  .map(([value, bits]) => value >> BigInt(bits))
const word = fc.oneof(powers, extremeLimbs, anyLength)

const formulas: Record<string, (...operands: bigint[]) => bigint> = {
  add: (a = 0n, b = 0n) => a + b,
  subtract: (a = 0n, b = 0n) => a - b,
  multiply: (a = 0n, b = 0n) => a * b,
  divide: (a = 0n, b = 0n) => (b === 0n ? 0n : a / b),
  remainder: (a = 0n, b = 0n) => (b === 0n ? 0n : a % b),
  divideSigned: (a = 0n, b = 0n) => (b === 0n ? 0n : signed(a) / signed(b)),
  remainderSigned: (a = 0n, b = 0n) => (b === 0n ? 0n : signed(a) % signed(b)),
  signExtend: (index = 0n, a = 0n) => (index > 30n ? a : BigInt.asIntN(8 * (Number(index) + 1), a)),
  byteAt: (index = 0n, a = 0n) => (index > 31n ? 0n : (a >> (8n * (31n - index))) & 0xffn),
}

const modularFormulas: Record<string, (a: bigint, b: bigint, m: bigint) => bigint> = {
  addModulo: (a, b, m) => (m === 0n ? 0n : (a + b) % m),
  multiplyModulo: (a, b, m) => (m === 0n ? 0n : (a * b) % m),
}

const shifts: Record<string, (a: bigint, distance: bigint) => bigint> = {
  shiftLeft: (a, distance) => a << distance,
  shiftRight: (a, distance) => a >> distance,
  shiftRightSigned: (a, distance) => signed(a) >> distance,
}

function power(base: bigint, exponent: bigint): bigint {
  let value = 1n
  for (const bit of exponent.toString(2)) value = wrap(value * value * (bit === '1' ? base : 1n))
  return value
}

describe('the arithmetic of the core', () => {
  for (const [name, formula] of Object.entries(formulas)) {
    it(`${name} agrees with BigInt`, () => {
      const first =
        name === 'signExtend' || name === 'byteAt' ? fc.oneof(fc.bigInt({ min: 0n, max: 33n }), word) : word
      fc.assert(
        fc.property(first, word, (a, b) => {
          expect(compute(name, a, b)).toBe(wrap(formula(a, b)))
        }),
        { numRuns: 3000 },
      )
    })
  }

  for (const [name, formula] of Object.entries(modularFormulas)) {
    it(`${name} agrees with BigInt and keeps every bit before the reduction`, () => {
      fc.assert(
        fc.property(word, word, word, (a, b, m) => {
          expect(compute(name, a, b, m)).toBe(formula(a, b, m))
        }),
        { numRuns: 3000 },
      )
    })
  }

  for (const [name, formula] of Object.entries(shifts)) {
    it(`${name} agrees with BigInt for every distance`, () => {
      fc.assert(
        fc.property(word, (a) => {
          const source = writeWord(operandAddresses[0]!, a)
          for (let distance = 0; distance <= 256; distance++) {
            core[name]!(result, source, distance)
            expect(readWord(result)).toBe(wrap(formula(a, BigInt(distance))))
          }
        }),
        { numRuns: 40 },
      )
    })
  }

  it('power agrees with repeated squaring from the highest bit', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(compute('power', a, b)).toBe(power(a, b))
      }),
      { numRuns: 300 },
    )
  })

  it('division corrects a quotient digit that the estimate made too large', () => {
    // Both operands of the classic add-back cases of Knuth's algorithm D, in 64-bit digits, for 2 to 4 limbs.
    const cases: [bigint, bigint][] = [
      [((2n ** 63n) << 128n) - 1n, ((2n ** 63n) << 64n) | (2n ** 64n - 1n)],
      [((2n ** 63n) << 192n) | (2n ** 64n - 1n), ((2n ** 63n) << 128n) | 1n],
      [((2n ** 63n - 1n) << 192n) | 3n, ((2n ** 63n) << 64n) | 1n],
      [modulus - 1n, ((2n ** 63n) << 128n) | (2n ** 64n - 1n)],
      [modulus - 2n ** 192n, 2n ** 192n - 1n],
    ]
    for (const [a, b] of cases) {
      expect(compute('divide', a, b)).toBe(a / b)
      expect(compute('remainder', a, b)).toBe(a % b)
      expect(compute('multiplyModulo', a, a, b)).toBe((a * a) % b)
    }
    const fourLimbs = [
      2n ** 255n + 1n,
      2n ** 255n + 2n ** 64n - 1n,
      modulus - 1n,
      2n ** 255n + 2n ** 192n - 1n,
    ]
    for (const a of fourLimbs) {
      for (const m of fourLimbs) expect(compute('multiplyModulo', a, m - 1n, m)).toBe((a * (m - 1n)) % m)
    }
  })

  it('division agrees with BigInt where a quotient digit is nearly wrong', () => {
    const shortDivisor = fc
      .tuple(extremeLimbs, fc.integer({ min: 0, max: 3 }))
      .map(([b, n]) => b >> BigInt(64 * n))
    const divisor = fc.oneof(
      shortDivisor,
      word,
      fc.bigInt({ min: 1n, max: 2n ** 66n }).map((c) => modulus - c),
    )
    const near = fc.bigInt({ min: -2n, max: 2n })
    const cases = fc.tuple(divisor, word, word, near, fc.integer({ min: 0, max: 3 }))
    fc.assert(
      fc.property(cases, ([b, x, y, step, limb]) => {
        // A multiple of the divisor, or the divisor moved up by limbs, and their neighbours.
        const multiple = wrap(b * (x >> BigInt(64 * limb)) + step)
        const moved = wrap((b << BigInt(64 * limb)) + step)
        for (const a of [x, multiple, moved]) {
          for (const name of ['divide', 'remainder', 'divideSigned', 'remainderSigned'])
            expect(compute(name, a, b), name).toBe(wrap(formulas[name]!(a, b)))
          for (const factor of [y, wrap(b + step), b >> 64n]) {
            for (const [name, formula] of Object.entries(modularFormulas))
              expect(compute(name, a, factor, b), name).toBe(formula(a, factor, b))
          }
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('an operand may be overwritten by the result', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        for (const name of ['add', 'multiply', 'divide', 'remainder', 'divideSigned', 'remainderSigned']) {
          const [first, second] = [writeWord(operandAddresses[0]!, a), writeWord(operandAddresses[1]!, b)]
          core[name]!(second, first, second)
          expect(readWord(second)).toBe(wrap(formulas[name]!(a, b)))
        }
      }),
      { numRuns: 300 },
    )
  })
})
