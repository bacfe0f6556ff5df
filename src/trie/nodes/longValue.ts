import { keccak256 } from '../../crypto/keccak256.ts'
import type { Hash } from '../../primitives/bytes.ts'

/** Bytes. A node holds values up to this length itself; longer ones are stored apart, by their hash (RSKIP107). */
export const maximumInlineValueLength = 32
/** Bytes. A node stores the length of a value in three bytes. */
export const maximumValueLength = 0xffffff

/** A value of more than 32 bytes. Its node holds the hash and length. */
export class LongValue {
  readonly length: number
  /** Undefined for a value of a loaded node; `Trie.get` reads it from the store. */
  readonly bytes: Uint8Array | undefined
  /** Whether a store holds the value. */
  saved: boolean
  #hash: Hash | undefined

  private constructor(length: number, bytes: Uint8Array | undefined, hash: Hash | undefined) {
    this.length = length
    this.bytes = bytes
    this.#hash = hash
    this.saved = bytes === undefined
  }

  static fresh(bytes: Uint8Array): LongValue {
    return new LongValue(bytes.length, bytes, undefined)
  }

  static stored(hash: Hash, length: number): LongValue {
    return new LongValue(length, undefined, hash)
  }

  get hash(): Hash {
    if (this.#hash !== undefined) return this.#hash
    // A value without a hash was made by `fresh` and has its bytes.
    this.#hash = keccak256(this.bytes!)
    return this.#hash
  }
}
