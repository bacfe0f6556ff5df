import { sha256 as hash } from '../../crypto/sha256.ts'
import { unlimitedInput, wordCount } from './input.ts'
import type { Precompile } from './precompile.ts'

export const sha256: Precompile = {
  name: 'sha256',
  maximumInput: unlimitedInput,
  gas: (input) => 60 + 12 * wordCount(input),
  run: (input) => hash(input),
}
