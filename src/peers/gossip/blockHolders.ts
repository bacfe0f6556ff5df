import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Peer } from '../session/peer.ts'

const capacity = 1_000

/** Which peers are known to have which of the latest blocks: they sent it, announced it, or asked for it. */
export class BlockHolders {
  readonly #holders = new Map<string, WeakSet<Peer>>()

  add(hash: Hash, peer: Peer): void {
    const key = wordKey(hash)
    let holders = this.#holders.get(key)
    if (holders === undefined) {
      this.#holders.set(key, (holders = new WeakSet()))
      if (this.#holders.size > capacity) {
        const [oldest] = this.#holders.keys()
        this.#holders.delete(oldest!)
      }
    }
    holders.add(peer)
  }

  has(hash: Hash, peer: Peer): boolean {
    return this.#holders.get(wordKey(hash))?.has(peer) ?? false
  }

  /** Whether anybody ever had it besides us. */
  isKnown(hash: Hash): boolean {
    return this.#holders.has(wordKey(hash))
  }
}
