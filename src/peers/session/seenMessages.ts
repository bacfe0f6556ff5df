import { keccak256 } from '../../crypto/keccak256.ts'
import { toHexDigits } from '../../primitives/hex.ts'

const remembered = 5000

/**
 * The last blocks and transactions that peers have sent, so that each is looked at once from each of them. From
 * others it is new again: whoever was first may have sent it when it was of no use, just to be first. It is
 * shared by all sessions of a node, and so outlives them.
 */
export class SeenMessages {
  /** Hash of a message and who has sent it. */
  readonly #keys = new Set<string>()

  /** Whether the sender has not sent the message before; from now on it has. */
  isNew(encoded: Uint8Array, sender: string): boolean {
    const key = toHexDigits(keccak256(encoded)) + sender
    if (this.#keys.has(key)) return false
    this.#keys.add(key)
    if (this.#keys.size > remembered) {
      const [oldest] = this.#keys
      this.#keys.delete(oldest!)
    }
    return true
  }
}
