import { equalBytes } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockRejection, ImportOutcome } from './outcome.ts'

/** A block that the chain did not take, and why. */
export interface RejectedBlock {
  readonly block: Block
  readonly rejection: BlockRejection
}

/** As many as geth keeps. */
const maximumBlocks = 10
/** Bytes of the transactions of one kept block, so that peers cannot fill the memory with bad blocks. */
const maximumBytes = 1 << 20

/** The latest blocks that were rejected since the start, the newest first. */
export class RejectedBlocks {
  #blocks: readonly RejectedBlock[] = []

  get latest(): readonly RejectedBlock[] {
    return this.#blocks
  }

  /** Keeps a rejected block, unless only a clock speaks against it; ignores other outcomes. */
  note(block: Block, outcome: ImportOutcome): void {
    if (outcome.status !== 'rejected' || outcome.rejection.reason === 'timestamp') return
    const bytes = block.transactions.reduce((sum, { encoded }) => sum + encoded.length, 0)
    if (bytes > maximumBytes) return
    const { hash } = block.header
    const others = this.#blocks.filter(({ block: known }) => !equalBytes(known.header.hash, hash))
    this.#blocks = [{ block, rejection: outcome.rejection }, ...others].slice(0, maximumBlocks)
  }
}
