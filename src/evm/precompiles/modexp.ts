import { modularPower } from '../../crypto/modexp.ts'
import { emptyBytes, leftPad } from '../../primitives/bytes.ts'
import { toBigInt, toSafeNumber, unsignedBytes } from '../../primitives/integers.ts'
import { fixedInput, type Precompile, PrecompileFailure, unlimitedInput } from './precompile.ts'

/*
 * Modular exponentiation (EIP-198). The input is three lengths as words, then base, exponent and modulus of
 * these lengths. Zeros follow an input that is too short.
 */

/** Lengths and offsets are signed 32-bit numbers in the reference node; larger lengths count as this one. */
const maximumLength = 2 ** 31 - 1

/**
 * Bytes of an operand. A longer one fails although its gas (at least 8.8 · 10^11) is paid: V8's BigInt ends
 * at 2^30 bits, and no block has that much gas.
 */
const maximumOperandLength = 2 ** 24

const lengthsEnd = 96
const gasDivisor = 20n

interface Layout {
  readonly baseLength: number
  readonly exponentLength: number
  readonly modulusLength: number
  readonly exponentStart: number
  readonly modulusStart: number
}

export const modexp: Precompile = {
  name: 'modexp',
  maximumInput: unlimitedInput,
  gas: (input) => {
    const layout = layoutOf(input)
    const { baseLength, modulusLength } = layout
    const adjusted = BigInt(Math.max(adjustedExponentLength(input, layout), 1))
    const gas = (complexity(BigInt(Math.max(baseLength, modulusLength))) * adjusted) / gasDivisor
    return gas > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(gas)
  },
  run: (input) => {
    const { baseLength, exponentLength, modulusLength, exponentStart, modulusStart } = layoutOf(input)
    if (modulusLength === 0 || modulusStart > maximumLength) return emptyBytes
    if (baseLength > maximumOperandLength || modulusLength > maximumOperandLength) {
      throw new PrecompileFailure('modexp: base or modulus is too long')
    }
    const modulus = operand(input, modulusStart, modulusLength)
    if (modulus === 0n) return new Uint8Array(modulusLength)
    const head = input.subarray(exponentStart, modulusStart)
    const exponent = { head, zeroBytes: exponentLength - head.length }
    const power = modularPower(operand(input, lengthsEnd, baseLength), exponent, modulus)
    return leftPad(unsignedBytes(power), modulusLength)
  },
}

function layoutOf(input: Uint8Array): Layout {
  const lengths = fixedInput(input, lengthsEnd)
  const length = (index: number): number => {
    const value = toSafeNumber(lengths.subarray(32 * index, 32 * index + 32))
    return Math.min(value ?? maximumLength, maximumLength)
  }
  const baseLength = length(0)
  const exponentLength = length(1)
  const exponentStart = lengthsEnd + baseLength
  return {
    baseLength,
    exponentLength,
    modulusLength: length(2),
    exponentStart,
    modulusStart: exponentStart + exponentLength,
  }
}

function operand(input: Uint8Array, start: number, length: number): bigint {
  return toBigInt(fixedInput(input.subarray(start), length))
}

/** The position of the highest bit in the exponent's first 32 bytes, plus 8 for each further byte. */
function adjustedExponentLength(input: Uint8Array, { exponentStart, exponentLength }: Layout): number {
  const headLength = Math.min(exponentLength, 32)
  const head = operand(input, exponentStart, headLength)
  const highestBit = head === 0n ? 0 : head.toString(2).length - 1
  return highestBit + 8 * (exponentLength - headLength)
}

function complexity(length: bigint): bigint {
  if (length <= 64n) return length * length
  if (length <= 1024n) return (length * length) / 4n + 96n * length - 3072n
  return (length * length) / 16n + 480n * length - 199680n
}
