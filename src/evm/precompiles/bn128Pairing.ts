import { isPairingProductOne, pairBytes } from '../../crypto/bn254.ts'
import { unlimitedInput } from './input.ts'
import { type Precompile, PrecompileFailure } from './precompile.ts'

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
