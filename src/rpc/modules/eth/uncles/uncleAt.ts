import type { StoredBlock } from '../../../../chain/storage/storedBlock.ts'
import type { ReadNode } from '../../../node/readNode.ts'
import { type BlockShape, uncleShape } from '../../../shapes/block.ts'

/** An uncle of a block, or null. An uncle that was never received as a block has only its header. */
export function uncleAt(
  block: StoredBlock | undefined,
  index: number,
  { chain, network }: ReadNode,
): BlockShape | null {
  const header = block?.uncles[index]
  if (header === undefined) return null
  const stored = chain.block(header.hash)
  return stored === undefined
    ? uncleShape({ header, transactions: [], uncles: [] }, { network, totalDifficulty: 0n })
    : uncleShape(stored, { network, totalDifficulty: stored.totalDifficulty })
}
