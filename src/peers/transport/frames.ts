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
export const longestBody = 0x7fffff

export const cipherName = 'aes-256-ctr'

/** A counter that starts at zero is safe because every connection has its own key. */
export const initialCounter = new Uint8Array(16)

export const paddedLength = (length: number): number => Math.ceil(length / 16) * 16
