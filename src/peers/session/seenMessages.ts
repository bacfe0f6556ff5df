import { keccak256 } from '../../crypto/keccak256.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { toHexDigits } from '../../primitives/hex.ts'

const remembered = 5000

/**
 * The latest blocks and transactions that peers sent, so that each is processed once per sender. The same message
 * from another sender counts as new: the first sender may have sent it at a time when it could not be used. All
 * sessions of a node share one instance, so a reconnecting peer is still remembered.
 */
export class SeenMessages {
  /** Keys are the hash of the message followed by the id of its sender. */
  readonly #seen = new BoundedMap<string, true>(remembered)

  /** Whether this is the first time that the sender sends the message. */
  isNew(encoded: Uint8Array, sender: string): boolean {
    const key = toHexDigits(keccak256(encoded)) + sender
    if (this.#seen.has(key)) return false
    this.#seen.set(key, true)
    return true
  }
}
