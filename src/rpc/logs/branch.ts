import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Hash } from '../../primitives/bytes.ts'

/** Branches of Rootstock are a few blocks long. */
const maximumBranchLength = 64

/** A block and those before it, newest first; empty when the node does not have the block. */
export function branchDownFrom(hash: Hash, chain: Pick<Chain, 'block'>): StoredBlock[] {
  const blocks: StoredBlock[] = []
  let block = chain.block(hash)
  while (block !== undefined && blocks.length < maximumBranchLength) {
    blocks.push(block)
    block = chain.block(block.header.parentHash)
  }
  return blocks
}
