import { addressOf, recoverPublicKey } from '../../crypto/secp256k1.ts'
import { emptyBytes, leftPad } from '../../primitives/bytes.ts'
import { fixedInput, type Precompile } from './precompile.ts'

const inputBytes = 128

/** The signer of a hash, as a word. An invalid signature gives an empty output, not a failure. */
export const ecrecover: Precompile = {
  name: 'ecrecover',
  maximumInput: inputBytes,
  gas: () => 3000,
  run: (input) => {
    // An input that ends before s has zeros there, and no signature has s = 0.
    const words = fixedInput(input, inputBytes)
    // Rootstock reads only the last byte of v; Ethereum requires the other 31 to be zero.
    const v = words[63]!
    if (v !== 27 && v !== 28) return emptyBytes
    const publicKey = recoverPublicKey(words.subarray(0, 32), {
      compact: words.subarray(64),
      recovery: v - 27,
    })
    return publicKey ? leftPad(addressOf(publicKey), 32) : emptyBytes
  },
}
