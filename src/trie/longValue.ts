import { keccak256 } from '../crypto/keccak256.ts'
import type { Hash } from '../primitives/bytes.ts'

/** Values up to this length are held in the node itself; longer ones apart, under their hash (RSKIP107). */
export const longestInlineValue = 32
/** The length of a value is three bytes in a node. */
export const longestValue = 0xffffff

/** A value of more than 32 bytes: the node holds only its hash and length. */
export class LongValue {
  readonly length: number
  /** Absent when the value lies in the store and was not asked for. */
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
    // A value without a hash was made by `fresh`, which gives it its bytes.
    this.#hash = keccak256(this.bytes!)
    return this.#hash
  }
}
