import { keccak256 } from '../../crypto/keccak256.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { Code } from '../host.ts'

/** Code that runs once. Its hash is rarely needed, so it is computed on demand. */
export class InitCode implements Code {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get hash(): Hash {
    return keccak256(this.bytes)
  }
}
