import { emptyListHash } from '../../crypto/keccak256.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import { type BlockHeader, winsTie } from '../../protocol/headers/header.ts'
import type { ChainReader } from '../nativeContext.ts'

/** A block of another branch that a later block includes as an uncle. */
export interface Sibling {
  readonly header: BlockHeader
  /** The miner of the block that included it. */
  readonly publisher: Uint8Array
  /** The height of the block that included it. */
  readonly includedAt: number
}

/** A block can include uncles from this many heights before it. */
const uncleGenerations = 7

/** A block and its siblings, in the order of their inclusion. */
interface Family {
  readonly header: BlockHeader
  readonly siblings: readonly Sibling[]
}

/** The family of the block at `height` along the branch that ends in `tip`; undefined when the chain lacks the block. */
export function familyAt(chain: ChainReader, tip: Hash, height: number): Family | undefined {
  const generations = generationsFrom(chain, tip, height)
  const [first] = generations
  if (first?.header.number !== height) return undefined
  const siblings: Sibling[] = []
  for (let index = 1; index < generations.length; index++) {
    const block = generations[index]!
    const { header } = block
    // Almost no block has uncles, so most bodies need not be read.
    if (equalBytes(header.unclesHash, emptyListHash)) continue
    for (const uncle of block.uncles) {
      if (uncle.number !== height) continue
      siblings.push({ header: uncle, publisher: header.coinbase, includedAt: header.number })
    }
  }
  return { header: first.header, siblings }
}

/** The block at `height` and up to seven after it on the branch that ends in `tip`. */
function generationsFrom(chain: ChainReader, tip: Hash, height: number): readonly Block[] {
  const generations: Block[] = []
  let block = chain.ancestor(tip, height + uncleGenerations) ?? chain.block(tip)
  while (block !== undefined && block.header.number >= height) {
    generations.push(block)
    block = chain.block(block.header.parentHash)
  }
  return generations.reverse()
}

/** Whether miners should have preferred one of the siblings by its fees, hash or number of uncles. */
export function breaksSelectionRule(block: BlockHeader, siblings: readonly Sibling[]): boolean {
  if (siblings.some(({ header }) => winsTie(header, block))) return true
  return siblings.some(({ header }) => header.uncleCount > block.uncleCount)
}
