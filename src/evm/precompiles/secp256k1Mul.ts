import { multiplySecp256k1 } from '../../crypto/secp256k1Points.ts'
import { fixedInput } from './input.ts'
import { type Precompile, PrecompileFailure } from './precompile.ts'

const inputBytes = 96

/** Product of a point of secp256k1 and a scalar (RSKIP516). */
export const secp256k1Mul: Precompile = {
  name: 'secp256k1 mul',
  maximumInput: inputBytes,
  gas: () => 3000,
  run: (input) => {
    const words = fixedInput(input, inputBytes)
    const product = multiplySecp256k1(words.subarray(0, 64), words.subarray(64))
    if (!product) throw new PrecompileFailure('secp256k1 mul: the point is not on the curve')
    return product
  },
}
