import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Peer } from '../session/peer.ts'

const rememberedBlocks = 1_000

/** Which peers have which of the latest blocks: a peer sent the block, announced it, or asked for it. */
export class BlockHolders {
  readonly #holders = new BoundedMap<string, WeakSet<Peer>>(rememberedBlocks)

  add(hash: Hash, peer: Peer): void {
    getOrCreate(this.#holders, wordKey(hash), () => new WeakSet()).add(peer)
  }

  has(hash: Hash, peer: Peer): boolean {
    return this.#holders.get(wordKey(hash))?.has(peer) ?? false
  }

  /** Whether any peer is known to have the block. */
  isKnown(hash: Hash): boolean {
    return this.#holders.has(wordKey(hash))
  }
}
