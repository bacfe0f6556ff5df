import { multiplyG1 } from '../../crypto/bn254.ts'
import { fixedInput } from './input.ts'
import { type Precompile, PrecompileFailure } from './precompile.ts'

const inputBytes = 96

/** Product of a point of bn128 and a scalar (RSKIP137, EIP-196). */
export const bn128Mul: Precompile = {
  name: 'bn128 mul',
  maximumInput: inputBytes,
  gas: () => 6000,
  run: (input) => {
    const words = fixedInput(input, inputBytes)
    const product = multiplyG1(words.subarray(0, 64), words.subarray(64))
    if (!product) throw new PrecompileFailure('bn128 mul: the point is not on the curve')
    return product
  },
}
