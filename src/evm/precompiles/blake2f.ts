import { compressBlake2b } from '../../crypto/blake2f.ts'
import { type Precompile, PrecompileFailure } from './precompile.ts'

/** Rounds (4 bytes, big-endian), state (64), message block (128), offset counter (16), final flag (1). */
const inputBytes = 213

const roundsOf = (input: Uint8Array): number =>
  new DataView(input.buffer, input.byteOffset, input.length).getUint32(0)

/** The compression function of BLAKE2b (RSKIP153, EIP-152). */
export const blake2f: Precompile = {
  name: 'blake2f',
  maximumInput: inputBytes,
  gas: (input) => (input.length === inputBytes ? roundsOf(input) : 0),
  run: (input) => {
    if (input.length !== inputBytes) {
      throw new PrecompileFailure(`blake2f: the input has ${input.length} bytes instead of ${inputBytes}`)
    }
    const finalFlag = input[212]!
    if (finalFlag > 1) throw new PrecompileFailure(`blake2f: the final flag is ${finalFlag}, neither 0 nor 1`)
    return compressBlake2b({
      rounds: roundsOf(input),
      state: input.subarray(4, 68),
      message: input.subarray(68, 196),
      counter: input.subarray(196, 212),
      isFinal: finalFlag === 1,
    })
  },
}
