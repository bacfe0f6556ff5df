import { compareBytes, type Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { ChainReader } from '../nativeContext.ts'

/** A block beside the main chain that a later block includes as an uncle. */
export interface Sibling {
  readonly header: BlockHeader
  /** The miner of the block that included it. */
  readonly publisher: Uint8Array
  /** The height of the block that included it. */
  readonly includedAt: number
}

/** A block can include uncles of the seven heights before it. */
const uncleGenerations = 7

/** The siblings of the block at `height`, in the order of their inclusion along the branch that ends in `tip`. */
export function siblingsAt(chain: ChainReader, tip: Hash, height: number): Sibling[] {
  const found: Sibling[][] = []
  let child: Block | undefined
  // Downward, because a parent is found with less work than an ancestor by number.
  for (let includedAt = height + uncleGenerations; includedAt > height; includedAt--) {
    const block = child ? chain.block(child.header.parentHash) : chain.ancestor(tip, includedAt)
    if (!block) continue
    child = block
    const publisher = block.header.coinbase
    const siblings = block.uncles.filter(({ number }) => number === height)
    if (siblings.length > 0) found.push(siblings.map((header) => ({ header, publisher, includedAt })))
  }
  return found.reverse().flat()
}

/** Whether miners should have preferred one of the siblings by its fees, hash or number of uncles. */
export function breaksSelectionRule(block: BlockHeader, siblings: readonly Sibling[]): boolean {
  if (siblings.some(({ header }) => shouldHaveWon(header, block))) return true
  return siblings.some(({ header }) => header.uncleCount > block.uncleCount)
}

function shouldHaveWon(sibling: BlockHeader, block: BlockHeader): boolean {
  if (sibling.paidFees > 2n * block.paidFees) return true
  return block.paidFees < 2n * sibling.paidFees && compareBytes(sibling.hash, block.hash) < 0
}
