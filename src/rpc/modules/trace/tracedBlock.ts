import type { Hash } from '../../../primitives/bytes.ts'
import type { PendingBlock } from '../../../tracing/worker/pendingBlock.ts'
import type { RpcNode } from '../../node/rpcNode.ts'
import { findBlock } from '../../node/selection.ts'
import { type BlockReference, isMinedReference } from '../../params/block.ts'

/** A block to be traced. */
export interface TracedBlock {
  readonly hash: Hash
  /** Given when it is not mined: then it is in no store. */
  readonly pending: PendingBlock | undefined
}

export function findTracedBlock(reference: BlockReference, node: RpcNode): TracedBlock | undefined {
  if (isMinedReference(reference)) {
    const hash = findBlock(reference, node)?.hash
    return hash && { hash, pending: undefined }
  }
  const pending = node.pending()
  return { hash: pending.block.header.hash, pending }
}
