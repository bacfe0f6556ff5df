import { _SHA256, sha256 } from '@noble/hashes/sha2.js'

/* Bitcoin's hash, also of data whose beginning is known only as a SHA-256 state. */

export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))

/** SHA-256 that goes on from the state after whole 64-byte blocks. */
class ResumedSha256 extends _SHA256 {
  constructor(state: DataView, hashedBytes: number) {
    super()
    const word = (at: number) => state.getUint32(4 * at)
    this.set(word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7))
    this.length = hashedBytes
  }
}

/** The double hash of a text whose first `hashedBytes` bytes gave the state of 32 bytes, and whose rest is `tail`. */
export function resumedDoubleSha256(state: Uint8Array, hashedBytes: number, tail: Uint8Array): Uint8Array {
  const view = new DataView(state.buffer, state.byteOffset, state.length)
  return sha256(new ResumedSha256(view, hashedBytes).update(tail).digest())
}
