import { keccak256 } from '../../crypto/keccak256.ts'
import { toHexDigits } from '../../primitives/hex.ts'

const remembered = 5000

/** Whether a message is new, was sent before by the same peer, or by others only. */
export type Sighting = 'new' | 'repeated' | 'known'

/**
 * The last blocks and transactions that any peer has sent, so that each is looked at once. It is shared by all
 * sessions of a node.
 */
export class SeenMessages {
  /** Hash of a message → who has sent it. */
  readonly #senders = new Map<string, Set<string>>()

  see(encoded: Uint8Array, sender: string): Sighting {
    const key = toHexDigits(keccak256(encoded))
    const senders = this.#senders.get(key)
    if (senders === undefined) {
      this.#remember(key, sender)
      return 'new'
    }
    if (senders.has(sender)) return 'repeated'
    senders.add(sender)
    return 'known'
  }

  #remember(key: string, sender: string): void {
    this.#senders.set(key, new Set([sender]))
    if (this.#senders.size <= remembered) return
    const [oldest] = this.#senders.keys()
    if (oldest !== undefined) this.#senders.delete(oldest)
  }
}
