import type { Hash } from '../../../primitives/bytes.ts'
import type { PendingBlock } from '../../../tracing/request/pendingBlock.ts'
import type { ReadNode } from '../../node/readNode.ts'
import { findBlock } from '../../node/selection.ts'
import { type BlockReference, isMinedReference } from '../../params/block.ts'

/** A block whose transactions are traced. */
export interface TracedBlock {
  readonly hash: Hash
  /** The block itself when it is pending, because no store has it. */
  readonly pending: PendingBlock | undefined
}

export function findTracedBlock(reference: BlockReference, node: ReadNode): TracedBlock | undefined {
  if (isMinedReference(reference)) {
    const hash = findBlock(reference, node)?.hash
    return hash && { hash, pending: undefined }
  }
  const pending = node.pending()
  return { hash: pending.block.header.hash, pending }
}
