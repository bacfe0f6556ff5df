import { addG1, isPairingProductOne, multiplyG1, pairBytes } from '../../crypto/bn254.ts'
import { addSecp256k1, multiplySecp256k1 } from '../../crypto/secp256k1Points.ts'
import { fixedInput, type Precompile, PrecompileFailure, unlimitedInput } from './precompile.ts'

const pointBytes = 64

/** The operation on a point and a second operand; undefined when a point is not on the curve. */
type CurveOperation = (point: Uint8Array, operand: Uint8Array) => Uint8Array | undefined

/** A precompile of arithmetic on a curve. Its input is a point of 64 bytes and a second operand. */
function curvePrecompile(
  name: string,
  operandBytes: number,
  gas: number,
  operation: CurveOperation,
): Precompile {
  const maximumInput = pointBytes + operandBytes
  return {
    name,
    maximumInput,
    gas: () => gas,
    run: (input) => {
      const operands = fixedInput(input, maximumInput)
      const result = operation(operands.subarray(0, pointBytes), operands.subarray(pointBytes))
      if (result === undefined) throw new PrecompileFailure(`${name}: a point is not on the curve`)
      return result
    },
  }
}

/** Sum of two points of bn128 (RSKIP137, EIP-196). */
export const bn128Add = curvePrecompile('bn128 add', 64, 150, addG1)

/** Product of a point of bn128 and a scalar (RSKIP137, EIP-196). */
export const bn128Mul = curvePrecompile('bn128 mul', 32, 6000, multiplyG1)

/** Sum of two points of secp256k1 (RSKIP516). */
export const secp256k1Add = curvePrecompile('secp256k1 add', 64, 150, addSecp256k1)

/** Product of a point of secp256k1 and a scalar (RSKIP516). */
export const secp256k1Mul = curvePrecompile('secp256k1 mul', 32, 3000, multiplySecp256k1)

/** Whether a product of pairings is one (RSKIP137, EIP-197), as a word. */
export const bn128Pairing: Precompile = {
  name: 'bn128 pairing',
  maximumInput: unlimitedInput,
  gas: (input) => 45_000 + 34_000 * Math.floor(input.length / pairBytes),
  run: (input) => {
    if (input.length % pairBytes !== 0) {
      throw new PrecompileFailure(`bn128 pairing: ${input.length} bytes are not whole pairs`)
    }
    const isOne = isPairingProductOne(input)
    if (isOne === undefined) throw new PrecompileFailure('bn128 pairing: a point is not in its group')
    const word = new Uint8Array(32)
    word[31] = isOne ? 1 : 0
    return word
  },
}
