import { addG1 } from '../../crypto/bn254.ts'
import { fixedInput } from './input.ts'
import { type Precompile, PrecompileFailure } from './precompile.ts'

const inputBytes = 128

/** Sum of two points of bn128 (RSKIP137, EIP-196). */
export const bn128Add: Precompile = {
  name: 'bn128 add',
  maximumInput: inputBytes,
  gas: () => 150,
  run: (input) => {
    const points = fixedInput(input, inputBytes)
    const sum = addG1(points.subarray(0, 64), points.subarray(64))
    if (!sum) throw new PrecompileFailure('bn128 add: a point is not on the curve')
    return sum
  },
}
