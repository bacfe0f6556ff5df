import { compareBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
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

type Generation = Pick<Block, 'header' | 'uncles'>

/**
 * The blocks of consecutive heights, lowest first, that the last payment on a chain used. The next payment uses them
 * without the lowest, and the block after them; a block that is made here and then imported is paid for twice.
 */
const latestGenerations = new WeakMap<ChainReader, readonly Generation[]>()

/** A block and its siblings, in the order of their inclusion. */
export interface Family {
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
    const { header, uncles } = generations[index]!
    for (const uncle of uncles) {
      if (uncle.number !== height) continue
      siblings.push({ header: uncle, publisher: header.coinbase, includedAt: header.number })
    }
  }
  return { header: first.header, siblings }
}

/** The block at `height` and the seven after it on the branch that ends in `tip`, or as many as it has. */
function generationsFrom(chain: ChainReader, tip: Hash, height: number): readonly Generation[] {
  const last = chain.ancestor(tip, height + uncleGenerations)
  if (last === undefined) return walkDown(chain, chain.block(tip), height)
  const before = latestGenerations.get(chain)
  const lastBefore = before?.at(-1)
  if (before !== undefined && lastBefore !== undefined) {
    if (equalBytes(lastBefore.header.hash, last.header.hash)) return before
    if (equalBytes(lastBefore.header.hash, last.header.parentHash)) {
      const next = before.slice(1)
      next.push(generationOf(last))
      return kept(chain, next)
    }
  }
  return kept(chain, walkDown(chain, last, height))
}

/** Only lists without a gap are continued. */
function kept(chain: ChainReader, generations: readonly Generation[]): readonly Generation[] {
  if (generations.length === uncleGenerations + 1) latestGenerations.set(chain, generations)
  return generations
}

function walkDown(chain: ChainReader, last: Block | undefined, height: number): Generation[] {
  const generations: Generation[] = []
  for (let block = last; block !== undefined && block.header.number >= height; ) {
    generations.push(generationOf(block))
    block = chain.block(block.header.parentHash)
  }
  return generations.reverse()
}

/** A copy, because a stored block reads its uncles at each use. */
const generationOf = ({ header, uncles }: Block): Generation => ({ header, uncles })

/** Whether miners should have preferred one of the siblings by its fees, hash or number of uncles. */
export function breaksSelectionRule(block: BlockHeader, siblings: readonly Sibling[]): boolean {
  if (siblings.some(({ header }) => shouldHaveWon(header, block))) return true
  return siblings.some(({ header }) => header.uncleCount > block.uncleCount)
}

function shouldHaveWon(sibling: BlockHeader, block: BlockHeader): boolean {
  if (sibling.paidFees > 2n * block.paidFees) return true
  return block.paidFees < 2n * sibling.paidFees && compareBytes(sibling.hash, block.hash) < 0
}
