import { sha256 as hashSha256 } from '../../crypto/sha256.ts'
import { ripemd160 as hashRipemd160 } from '../../platform/hashes.ts'
import { leftPad } from '../../primitives/bytes.ts'
import { type Precompile, unlimitedInput, wordCount } from './precompile.ts'

export const identity: Precompile = {
  name: 'identity',
  maximumInput: unlimitedInput,
  gas: (input) => 15 + 3 * wordCount(input),
  // The input may be a view of memory that changes later.
  run: (input) => input.slice(),
}

export const sha256: Precompile = {
  name: 'sha256',
  maximumInput: unlimitedInput,
  gas: (input) => 60 + 12 * wordCount(input),
  run: (input) => hashSha256(input),
}

export const ripemd160: Precompile = {
  name: 'ripemd160',
  maximumInput: unlimitedInput,
  gas: (input) => 600 + 120 * wordCount(input),
  run: (input) => leftPad(hashRipemd160(input), 32),
}
