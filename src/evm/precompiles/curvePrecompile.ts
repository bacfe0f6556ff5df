import { fixedInput } from './input.ts'
import { type Precompile, PrecompileFailure } from './precompile.ts'

const pointBytes = 64

/** The operation on a point and a second operand; undefined when a point is not on the curve. */
type CurveOperation = (point: Uint8Array, operand: Uint8Array) => Uint8Array | undefined

/** A precompile of arithmetic on a curve. Its input is a point of 64 bytes and a second operand. */
export function curvePrecompile(
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
