import { addSecp256k1 } from '../../crypto/secp256k1Points.ts'
import { fixedInput } from './input.ts'
import { type Precompile, PrecompileFailure } from './precompile.ts'

const inputBytes = 128

/** Sum of two points of secp256k1 (RSKIP516). */
export const secp256k1Add: Precompile = {
  name: 'secp256k1 add',
  maximumInput: inputBytes,
  gas: () => 150,
  run: (input) => {
    const points = fixedInput(input, inputBytes)
    const sum = addSecp256k1(points.subarray(0, 64), points.subarray(64))
    if (!sum) throw new PrecompileFailure('secp256k1 add: a point is not on the curve')
    return sum
  },
}
