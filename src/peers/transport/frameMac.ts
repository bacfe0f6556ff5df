import { type Cipher, createCipheriv } from 'node:crypto'
import { RunningKeccak256 } from '../../crypto/runningKeccak256.ts'
import { xorBytes } from './sessionSecrets.ts'

export const tagLength = 16

/** The MAC of one direction. A tag covers all frames since the handshake, not only the current one. */
export class FrameMac {
  readonly #running = new RunningKeccak256()
  readonly #block: Cipher
  #digest: Uint8Array

  constructor(key: Uint8Array, seed: Uint8Array) {
    this.#block = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
    this.#running.absorb(seed)
    this.#digest = this.#running.digest()
  }

  /** The tag of a frame's encrypted header of 16 bytes. */
  header(ciphertext: Uint8Array): Uint8Array {
    return this.#mix(ciphertext)
  }

  /** The tag of a frame's encrypted body, padding included. */
  body(ciphertext: Uint8Array): Uint8Array {
    this.#running.absorb(ciphertext)
    this.#digest = this.#running.digest()
    return this.#mix(this.#digest.subarray(0, tagLength))
  }

  #mix(seed: Uint8Array): Uint8Array {
    const block = this.#block.update(this.#digest.subarray(0, tagLength))
    this.#running.absorb(xorBytes(block, seed))
    this.#digest = this.#running.digest()
    return this.#digest.subarray(0, tagLength)
  }
}
