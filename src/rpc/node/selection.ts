import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { State } from '../../state/state.ts'
import { blockHashNotFound, blockNotCanonical, blockNotFound, noSuchBlockNumber } from '../errors/errors.ts'
import { type BlockReference, isMinedReference, type MinedBlockReference } from '../params/blockReference.ts'
import type { ReadNode } from './readNode.ts'

/** The block that a reference names, or undefined. Throws when the block must be canonical and is not. */
export function findBlock(
  { selector, text, requireCanonical }: MinedBlockReference,
  { chain }: ReadNode,
): StoredBlock | undefined {
  const block = chain.select(selector)
  if (block === undefined && typeof selector === 'number') chain.requireBlock(selector)
  if (block && requireCanonical && !chain.isCanonical(block)) throw blockNotCanonical(text)
  return block
}

/** The block that a reference names. Throws when it is unknown. */
export function expectBlock(reference: MinedBlockReference, node: ReadNode): StoredBlock {
  const block = findBlock(reference, node)
  if (block !== undefined) return block
  const { isHashObject, text } = reference
  throw isHashObject ? blockHashNotFound(text) : blockNotFound(text)
}

/** A copy of the state after a block, which the caller may change. */
export const stateAfter = (block: StoredBlock, { chain }: ReadNode): State => chain.stateAt(block.hash)!

/** The state that a query refers to. */
export const selectState = (reference: BlockReference, node: ReadNode): State =>
  isMinedReference(reference) ? stateAfter(expectBlock(reference, node), node) : node.pending().state

/** Where a simulated call runs: on the state after a block, as part of that block. */
export interface CallPlace {
  readonly header: BlockHeader
  readonly state: State
  /** The header of the pending block, when the call runs there; `header` may override its values. */
  readonly pending?: BlockHeader
}

export function selectCallPlace(reference: BlockReference, node: ReadNode): CallPlace {
  if (!isMinedReference(reference)) {
    const { block, state } = node.pending()
    return { header: block.header, state, pending: block.header }
  }
  const { selector, text } = reference
  const block = findBlock(reference, node)
  if (block === undefined && typeof selector === 'number') throw noSuchBlockNumber(text)
  const { header } = block ?? expectBlock(reference, node)
  return { header, state: node.chain.stateAt(header.hash)! }
}
