import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Hash } from '../../primitives/bytes.ts'

/**
 * The blocks of a branch between two heights, oldest first; none if the node does not have the tip. Throws `MissingHistory`
 * for a range that a chain which started at a snapshot does not have; it has the genesis block and those above its lowest.
 */
export function* pastBlocks(
  tip: Hash,
  from: number,
  to: number,
  chain: Pick<Chain, 'ancestor' | 'requireBlock'>,
): Generator<StoredBlock, void, undefined> {
  if (to > 0) chain.requireBlock(Math.max(1, from))
  for (let number = from; number <= to; number++) {
    const block = chain.ancestor(tip, number)
    if (block === undefined) return
    yield block
  }
}
