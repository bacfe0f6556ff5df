import { ripemd160 as hash } from '../../crypto/ripemd160.ts'
import { leftPad } from '../../primitives/bytes.ts'
import { unlimitedInput, wordCount } from './input.ts'
import type { Precompile } from './precompile.ts'

export const ripemd160: Precompile = {
  name: 'ripemd160',
  maximumInput: unlimitedInput,
  gas: (input) => 600 + 120 * wordCount(input),
  run: (input) => leftPad(hash(input), 32),
}
