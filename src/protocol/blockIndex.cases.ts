import type { Hash } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import type { Block } from './block.ts'
import type { BlockHeader } from './headers/header.ts'
import type { UncleContext } from './validation/uncleRules.ts'

/** Blocks by hash, for rules that look up ancestors and uncles. */
export class BlockIndex implements UncleContext {
  readonly nowSeconds: number
  readonly #blocks = new Map<string, Block>()

  constructor(blocks: Iterable<Block> = [], nowSeconds = 0) {
    for (const block of blocks) this.add(block)
    this.nowSeconds = nowSeconds
  }

  add(block: Block): void {
    this.#blocks.set(toHexDigits(block.header.hash), block)
  }

  block(hash: Hash): Block | undefined {
    return this.#blocks.get(toHexDigits(hash))
  }

  parentOf(block: Block): Block {
    return this.#get(block.header.parentHash)
  }

  ancestor(descendant: BlockHeader, number: number): BlockHeader {
    let header = descendant
    while (header.number > number) header = this.#get(header.parentHash).header
    if (header.number !== number) throw new RangeError(`block ${number} is not an ancestor`)
    return header
  }

  #get(hash: Hash): Block {
    const block = this.block(hash)
    if (!block) throw new RangeError(`block ${toHexDigits(hash)} is not known`)
    return block
  }
}
