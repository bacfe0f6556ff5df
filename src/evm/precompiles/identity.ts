import { unlimitedInput, wordCount } from './input.ts'
import type { Precompile } from './precompile.ts'

export const identity: Precompile = {
  name: 'identity',
  maximumInput: unlimitedInput,
  gas: (input) => 15 + 3 * wordCount(input),
  // The input may be a view of memory that changes later.
  run: (input) => input.slice(),
}
