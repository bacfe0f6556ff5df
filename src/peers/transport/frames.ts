import { type Cipher, createCipheriv } from 'node:crypto'
import { RunningKeccak256 } from '../../crypto/runningKeccak256.ts'
import { xorBytes } from './sessionSecrets.ts'

/*
 * A frame is
 *   header (16): length of code and payload (3 bytes) ‖ RLP list ‖ zeros; encrypted ‖ its tag (16)
 *   body: RLP of the code ‖ payload ‖ zeros up to a multiple of 16; encrypted ‖ its tag (16)
 * Each direction is one AES-256-CTR keystream from beginning to end.
 */

export interface Frame {
  readonly code: number
  readonly payload: Uint8Array
}

export const headerLength = 16

/** The reference node reads the length as a signed 24-bit number. */
export const maximumBodyLength = 0x7fffff

export const cipherName = 'aes-256-ctr'

/** A counter that starts at zero is safe because every connection has its own key. */
export const initialCounter = new Uint8Array(16)

export const paddedLength = (length: number): number => Math.ceil(length / 16) * 16

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
